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
  for (let round = 0; round < rounds; round++) runRound(prepared)
  measurements.push(...prepared.map(summarize))
  const [first] = prepared
  if (places !== undefined && first !== undefined) {
    const lines = first.runs[0]?.places.map((place) => `${place ?? ''}\n`) ?? []
    writeFileSync(places, lines.join(''))
  }
}
console.log(json ? JSON.stringify(measurements, null, 2) : formatTable(measurements))
