/**
 * `npm run bench:compare`: the same requests decided by Berth and by the real kube-scheduler, in process and
 * without API calls, one after the other in one run, so that whatever else the machine does falls on
 * both. Reading the cluster is not timed. Needs Go.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { buildScheduler } from '../differential/real-scheduler.ts'
import { readArguments } from './arguments.ts'
import { prepare, runRound, sizeOf, summarize } from './measure.ts'
import { WORKLOADS, type Workload } from './workloads.ts'

/** As test/differential/scheduler/bench.go prints it. */
interface Timing {
  readonly version: string
  readonly decisions: number
  readonly seconds: number
}

const ALL_NODES = 100
const AS_BY_DEFAULT = 0
const WARM_UP_ROUNDS = 2
/** The real scheduler is stopped after that; it has decided some hundred pods by then. */
const LIMIT = '10s'

const { names, nodeCounts, pending, rounds } = readArguments(process.argv.slice(2))
const chosen = WORKLOADS.filter(
  (one) => names.includes(one.name) || (names.length === 0 && suits(one)),
)
const program = await buildScheduler()

for (const nodes of nodeCounts) {
  console.log(
    `${nodes} nodes: decisions/s of Berth, of the real one (times Berth), and sampling nodes`,
  )
  for (const workload of chosen) console.log(await compare(workload, nodes))
}

/** No claims, which the program is not given. */
function suits({ kindsOfClaims }: Workload): boolean {
  return kindsOfClaims === undefined
}

async function compare(workload: Workload, nodes: number): Promise<string> {
  const prepared = prepare(workload, sizeOf(nodes, pending))
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) runRound([prepared])
  prepared.runs.splice(0, WARM_UP_ROUNDS)
  const { decisionsPerSecond } = summarize(prepared)
  const cells = [workload.name.padEnd(22), whole(decisionsPerSecond).padStart(9)]
  for (const percent of [ALL_NODES, AS_BY_DEFAULT]) {
    const { decisions, seconds } = await timeReal(prepared.body, percent)
    const perSecond = decisions / seconds
    cells.push(`${whole(perSecond)} (${whole(decisionsPerSecond / perSecond)})`.padStart(16))
  }
  return cells.join('')
}

async function timeReal(body: Uint8Array, percent: number): Promise<Timing> {
  const child = spawn(program, ['-bench', '-percent', `${percent}`, '-limit', LIMIT])
  child.stderr.pipe(process.stderr)
  child.stdin.end(body)
  return JSON.parse(await text(child.stdout)) as Timing // bench.go wrote it
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
