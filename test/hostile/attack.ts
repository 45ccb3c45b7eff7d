import { PROBLEM_KINDS } from '../../schemas/problem-kinds.ts'
import { createApp } from '../../src/app.ts'
import { seededRandom } from '../../src/scheduler/score/select-host.ts'
import { makeWasmScanner } from '../../src/wasm/compiled-scanner.ts'
import { mutate, oneOf } from './mutate.ts'
import { type RealRequest, realRequests } from './real-requests.ts'

/** Time of a processor for one request of a few MB: a clock would measure what else the machine does. */
const CPU_MS_MAX = 5000
/** By which the process may grow above its highest mark for one request. */
const GROWTH_BYTES_MAX = 300_000_000
/** Code is compiled, and the heap finds its size, before growth tells anything. */
const WARM_UP_CASES = 200

export interface AttackOptions {
  readonly seed: number
  /** Number of the first case; with the seed it makes the same request again. */
  readonly first: number
  readonly cases: number
}

export interface AttackReport {
  readonly statuses: ReadonlyMap<number, number>
  readonly slowestMs: number
  /** Highest resident size of the process. */
  readonly peakBytes: number
  readonly failures: readonly string[]
}

/** Sends mutated real requests one after another; nothing may fail, take long or take much. */
export async function attack({ seed, first, cases }: AttackOptions): Promise<AttackReport> {
  const logged: string[] = []
  const app = createApp({ makeScanner: makeWasmScanner, log: (line) => logged.push(line) })
  const requests = realRequests()
  const statuses = new Map<number, number>()
  const failures: string[] = []
  let slowestMs = 0
  for (let number = first; number < first + cases; number++) {
    const { path, text } = makeCase(requests, seed, number)
    const peakBefore = peakBytes()
    const cpuBefore = process.cpuUsage()
    const response = await app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    })
    const answer = await response.text()
    const { user, system } = process.cpuUsage(cpuBefore)
    const ms = (user + system) / 1000
    slowestMs = Math.max(slowestMs, ms)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const isWarm = number - first >= WARM_UP_CASES
    const wrong = [
      ...wrongAnswer(response, answer),
      ...(ms > CPU_MS_MAX ? [`took ${Math.round(ms)} ms of a processor`] : []),
      ...(isWarm && peakBytes() - peakBefore > GROWTH_BYTES_MAX ? ['took too much memory'] : []),
    ]
    for (const what of wrong) {
      failures.push(
        `--seed ${seed} --first ${number} --cases 1: ${path} ${what}\n${logged.join('\n')}`,
      )
    }
    logged.length = 0
  }
  return { statuses, slowestMs, peakBytes: peakBytes(), failures }
}

/** The text of one case, whatever cases came before it. */
function makeCase(requests: readonly RealRequest[], seed: number, number: number) {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ number)
  const { path, body } = oneOf(requests, random)
  return { path, text: mutate(body, random) }
}

const EXPECTED = new Set([200, 400, 413, 422])

function wrongAnswer(response: Response, answer: string): string[] {
  if (!EXPECTED.has(response.status))
    return [`answered ${response.status}: ${answer.slice(0, 500)}`]
  try {
    const { code } = JSON.parse(answer) as { code?: string }
    const isKnown = code !== undefined && code in PROBLEM_KINDS
    return response.status === 200 || isKnown ? [] : [`has no known code: ${answer.slice(0, 500)}`]
  } catch {
    return [`answered no JSON: ${answer.slice(0, 500)}`]
  }
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * 1024
}
