import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { createApp } from '../../src/app.ts'
import { judge } from '../conformance/conform.ts'
import { type Case, recordings } from '../conformance/corpus.ts'
import { inWords } from '../conformance/difference.ts'
import { casesOf } from './cases.ts'
import { buildScheduler, RealScheduler } from './real-scheduler.ts'

/**
 * `npm run differential -- --cases 1000 --seed 1`: clusters that nobody has seen before, decided by the
 * real kube-scheduler and by Berth. What differs is shrunk and kept in .build/differential. Needs Go;
 * `--program` names a scheduler of another release that answers as scheduler/ does.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    program: { type: 'string' },
  },
})
const [cases, seed] = [Number(values.cases), Number(values.seed)]
/** A kind of cases at a time; after a difference the rest of its block is left out. */
const BLOCK = 100
const KEPT = new URL('../../.build/differential/', import.meta.url)

const app = createApp()
const scheduler = new RealScheduler(values.program ?? (await buildScheduler()))
const { version } = await scheduler.ask({ name: 'hello', snapshot: {}, pods: [] })
const [, minor] = /^v(1\.\d+)\./.exec(version) ?? []
const profile = `kubernetes-${minor}`
const { listsTerminating = false } = recordings().find((one) => one.profile === profile) ?? {}

let asked = 0
let pods = 0
let differing = 0
for (let block = 0; block * BLOCK < cases; block++) {
  const numRuns = Math.min(BLOCK, cases - block * BLOCK)
  const result = await fc.check(
    fc.asyncProperty(casesOf(block), async (one) => {
      const differences = await compare(one)
      if (differences.length > 0) throw new Error(differences.join('\n'))
    }),
    { numRuns, seed: seed * 100_000 + block },
  )
  asked += result.numRuns
  if (result.failed) {
    differing++
    report(block, result.counterexample?.[0], result.errorInstance)
  }
}
await scheduler.end()
const found = differing === 0 ? 'no difference' : `${differing} that differ`
console.log(`${version}, seed ${seed}: ${asked} cases, ${pods} pods: ${found}`)
process.exitCode = differing === 0 ? 0 : 1

async function compare(one: Case): Promise<string[]> {
  const answer = await scheduler.ask(one)
  pods += one.pods.length
  const findings = await judge(app, { era: 'modern', profile, listsTerminating }, one, answer)
  return findings.flatMap(({ pod, differences }) =>
    differences.map((difference) => `${pod}: ${inWords(difference)}`),
  )
}

function report(block: number, shrunk: Case | undefined, error: unknown): void {
  const file = new URL(`${profile}-${seed}-${block}.json`, KEPT)
  mkdirSync(KEPT, { recursive: true })
  writeFileSync(file, `${JSON.stringify(shrunk, null, 2)}\n`)
  console.error(`${file.pathname}\n${error instanceof Error ? error.message : String(error)}\n`)
}
