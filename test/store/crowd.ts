import type { AuditLog } from '../../src/store/audit/log.ts'
import { record } from './contracts/audit-fixtures.ts'

/** Callers that record one preemption after another, spread over the processes that have these logs. */
export interface Crowd {
  readonly logs: readonly AuditLog[]
  readonly callers: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** What a crowd had acknowledged after the warm-up. */
export interface CrowdReport {
  readonly records: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly mostMs: number
  /** Records of the caller that got least, and of the one that got most. */
  readonly leastOfCaller: number
  readonly mostOfCaller: number
  /** Requests that were told to come again. */
  readonly refused: number
}

export async function runCrowd(crowd: Crowd): Promise<CrowdReport> {
  const { logs, callers, warmUpSeconds, seconds } = crowd
  const [first] = logs
  if (first === undefined) throw new Error('a crowd needs a log')
  const nowMs = () => first.runtime.now().getTime()
  const countedFromMs = nowMs() + warmUpSeconds * 1000
  const untilMs = countedFromMs + seconds * 1000
  const latenciesMs: number[] = []
  const counts = new Array<number>(callers).fill(0)
  let refused = 0
  const call = async (caller: number) => {
    const log = logs[caller % logs.length] ?? first
    for (let index = 0; nowMs() < untilMs; index++) {
      const startedMs = nowMs()
      const status = await record(log, `d-${caller}-${index}`)
      const endedMs = nowMs()
      if (status.status !== 'recorded') {
        refused += 1
        await log.runtime.sleep(1000)
      } else if (endedMs >= countedFromMs && endedMs < untilMs) {
        latenciesMs.push(endedMs - startedMs)
        counts[caller] = (counts[caller] ?? 0) + 1
      }
    }
  }
  await Promise.all(counts.map((_, caller) => call(caller)))
  latenciesMs.sort((a, b) => a - b)
  const at = (share: number) => latenciesMs[Math.floor(share * (latenciesMs.length - 1))] ?? 0
  return {
    records: latenciesMs.length,
    perSecond: latenciesMs.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    mostMs: at(1),
    leastOfCaller: Math.min(...counts),
    mostOfCaller: Math.max(...counts),
    refused,
  }
}
