import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { AnsweredRequest } from '../api/http/response/answered-request.ts'
import { VERSION } from '../version.ts'
import { Counter, Histogram, writeMetric } from './prometheus-text.ts'
import type { PoolState } from './thread-pool.ts'

const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const NS_PER_SECOND = 1e9

/** What a process tells of itself at GET /metrics; docs/operating.md says what to watch. */
export class Metrics {
  private readonly requests = new Counter()
  private readonly seconds = new Histogram(SECONDS)
  private readonly requestBytes = new Counter()
  private readonly responseBytes = new Counter()
  private readonly loopDelay = monitorEventLoopDelay({ resolution: 10 })
  private readonly poolState: () => PoolState | null

  constructor(poolState: () => PoolState | null) {
    this.poolState = poolState
    this.loopDelay.enable()
  }

  answered({ method, route, status, ms, requestBytes, responseBytes }: AnsweredRequest): void {
    this.requests.add({ method, route, status: String(status) })
    this.seconds.observe({ route }, ms / 1000)
    this.requestBytes.add({}, requestBytes)
    this.responseBytes.add({}, responseBytes)
  }

  /** The event loop's delay is that since the last time. */
  write(): string {
    const loopSeconds = this.loopDelay.percentile(99) / NS_PER_SECOND
    this.loopDelay.reset()
    return [
      writeMetric('berth_info', 'gauge', 'The release.', [`berth_info{version="${VERSION}"} 1`]),
      writeMetric(
        'berth_requests_total',
        'counter',
        'Requests answered, by route and status.',
        this.requests.write('berth_requests_total'),
      ),
      writeMetric(
        'berth_request_seconds',
        'histogram',
        'Time from a request to the last byte of its answer.',
        this.seconds.write('berth_request_seconds'),
      ),
      writeMetric(
        'berth_request_bytes_total',
        'counter',
        'Bytes of bodies received.',
        this.requestBytes.write('berth_request_bytes_total'),
      ),
      writeMetric(
        'berth_response_bytes_total',
        'counter',
        'Bytes of bodies sent.',
        this.responseBytes.write('berth_response_bytes_total'),
      ),
      ...this.writePool(),
      gauge(
        'nodejs_eventloop_lag_p99_seconds',
        'Delay of the thread that serves connections.',
        loopSeconds,
      ),
      gauge(
        'process_resident_memory_bytes',
        'Memory of the process, threads included.',
        process.memoryUsage.rss(),
      ),
      gauge(
        'process_start_time_seconds',
        'Unix time of the start.',
        Math.round(performance.timeOrigin) / 1000,
      ),
    ].join('')
  }

  private writePool(): string[] {
    const state = this.poolState()
    if (state === null) return []
    return [
      gauge('berth_threads', 'Deciding threads that have started.', state.threads),
      gauge('berth_threads_busy', 'Deciding threads with a request.', state.busy),
      gauge('berth_threads_waiting', 'Requests that wait for a thread.', state.waiting),
      gauge('berth_spooled_bytes', 'Answers that wait for their readers.', state.spooledBytes),
      writeMetric('berth_threads_ended_total', 'counter', 'Threads ended by what they did.', [
        `berth_threads_ended_total ${state.ended}`,
      ]),
    ]
  }
}

function gauge(name: string, help: string, value: number): string {
  return writeMetric(name, 'gauge', help, [`${name} ${value}`])
}
