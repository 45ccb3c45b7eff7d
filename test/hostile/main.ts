import { parseArgs } from 'node:util'
import { attack } from './attack.ts'

/**
 * `npm run hostile -- --cases 100000 --seed 1`: mutated real requests against every endpoint that takes
 * a body of Kubernetes objects. A failure is printed with the arguments that repeat it.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
  },
})
const [cases, seed, first] = [Number(values.cases), Number(values.seed), Number(values.first)]

const BLOCK = 10_000
const startMs = performance.now()
const totals = new Map<number, number>()
let failed = 0
let slowestMs = 0
for (let start = first; start < first + cases; start += BLOCK) {
  const report = await attack({ seed, first: start, cases: Math.min(BLOCK, first + cases - start) })
  for (const [status, count] of report.statuses) {
    totals.set(status, (totals.get(status) ?? 0) + count)
  }
  for (const failure of report.failures) console.error(failure)
  failed += report.failures.length
  slowestMs = Math.max(slowestMs, report.slowestMs)
  const told = [...totals]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status}`)
  const peak = `${Math.round(report.peakBytes / 1e6)} MB at most`
  const seconds = Math.round((performance.now() - startMs) / 1000)
  console.log(
    `seed ${seed}: ${told.join(', ')}; slowest ${Math.round(slowestMs)} ms of a processor; ${peak}; ${seconds} s`,
  )
}
console.log(failed === 0 ? 'no failure' : `${failed} failures`)
process.exitCode = failed === 0 ? 0 : 1
