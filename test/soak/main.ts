import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { endServers, listening, start } from '../node/run-server.ts'
import type { Traffic } from './callers.ts'

/**
 * `npm run soak -- --seconds 1800 --callers 8`: mixed traffic at saturation against a server of its own:
 * real requests of every kind, mutated ones, large clusters, readers that leave. Every answer must be one
 * that was meant, `/healthz` must go on answering, and memory must end where it was.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1800' },
    callers: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
  },
})
const [seconds, callers, seed] = [
  Number(values.seconds),
  Number(values.callers),
  Number(values.seed),
]

/** 408 and 5xx are not among them: nobody here is slow to send, and there is no store. */
const MEANT = new Set(['200', '400', '413', '422', '429', 'left'])
const PROBE_MS = 50
const SAMPLE_MS = 1000
const HEALTH_P99_MS = 50
/** Above the first third's median; the heap finds its size in that time. */
const GROWTH_MAX = 1.3

const url = await listening(start({ PORT: '0', BERTH_STORE: 'memory' }))
const endMs = performance.now() + seconds * 1000
const healthMs: number[] = []
const residentMb: number[] = []
const [statuses] = await Promise.all([traffic(), probe(), sample()])
endServers()
report()

/** On a thread of its own, so that what requests cost to make is not taken for a slow answer. */
async function traffic(): Promise<ReadonlyMap<string, number>> {
  const workerData: Traffic = { url, seconds, callers, seed }
  const worker = new Worker(new URL('./callers.ts', import.meta.url), { workerData })
  const [statuses] = await once(worker, 'message')
  return statuses
}

async function probe(): Promise<void> {
  while (performance.now() < endMs) {
    const startMs = performance.now()
    await (await fetch(`${url}/healthz`)).arrayBuffer()
    healthMs.push(performance.now() - startMs)
    await sleep(PROBE_MS)
  }
}

async function sample(): Promise<void> {
  while (performance.now() < endMs) {
    await sleep(SAMPLE_MS)
    const text = await (await fetch(`${url}/metrics`)).text()
    const bytes = /^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]
    residentMb.push(Number(bytes) / 1e6)
  }
}

function report(): void {
  const sorted = [...statuses].sort(([a], [b]) => (a < b ? -1 : 1))
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  const told = sorted.map(([status, count]) => `${count} x ${status}`).join(', ')
  console.log(`${seconds} s, ${callers} callers, seed ${seed}: ${total} requests: ${told}`)
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => quantile(healthMs, share))
  console.log(
    `/healthz: ${healthMs.length} probes, p50 ${p50} ms, p99 ${p99} ms, at most ${max} ms`,
  )
  const third = Math.floor(residentMb.length / 3)
  const [first, last] = [residentMb.slice(0, third), residentMb.slice(-third)]
  const [before, after] = [quantile(first, 0.5), quantile(last, 0.5)]
  console.log(`memory: ${before} MB in the first third, ${after} MB in the last (medians)`)
  const wrong = [
    ...sorted.filter(([status]) => !MEANT.has(status)).map(([status]) => status),
    ...(Number(p99) > HEALTH_P99_MS ? [`/healthz takes more than ${HEALTH_P99_MS} ms`] : []),
    ...(after > before * GROWTH_MAX ? ['memory grows'] : []),
  ]
  console.log(wrong.length === 0 ? 'as it should be' : `not as it should be: ${wrong.join('; ')}`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return Math.round(value * 10) / 10
}
