/**
 * Decisions per second of every workload by cluster size: all nodes scored, explanations not
 * written. Reading the request and deciding are timed apart.
 */
import { writeFileSync } from 'node:fs'
import { readArguments } from './arguments.ts'
import { isSameFromScratch } from './check-workload.ts'
import { type Measurement, prepare, runRound, sizeOf, summarize } from './measure.ts'
import { formatTable } from './table.ts'
import { WORKLOADS } from './workloads.ts'

/** Until the optimizing compiler has seen the loops at their full length. */
const WARM_UP_ROUNDS = 2

const { names, nodeCounts, pending, rounds, json, places } = readArguments(process.argv.slice(2))
const unknown = names.filter((name) => !WORKLOADS.some((workload) => workload.name === name))
if (unknown.length > 0) {
  const known = WORKLOADS.map(({ name }) => name).join(', ')
  throw new Error(`unknown workload ${unknown.join(', ')}; there are ${known}`)
}
const chosen = WORKLOADS.filter(({ name }) => names.length === 0 || names.includes(name))

for (const workload of chosen) {
  if (!isSameFromScratch(workload)) throw new Error(`${workload.name}: kept findings are wrong`)
}

const measurements: Measurement[] = []
for (const nodes of nodeCounts) {
  const prepared = chosen.map((workload) => prepare(workload, sizeOf(nodes, pending)))
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) runRound(prepared)
  for (const { runs } of prepared) runs.splice(0, WARM_UP_ROUNDS)
  measurements.push(...prepared.map(summarize))
  const [first] = prepared
  if (places !== undefined && first !== undefined) {
    const lines = first.runs[0]?.places.map((place) => `${place ?? ''}\n`) ?? []
    writeFileSync(places, lines.join(''))
  }
}
console.log(json ? JSON.stringify(measurements, null, 2) : formatTable(measurements))
