import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ApiAnswer, ApiServer } from '../../src/live/api-server.ts'
import { LiveScheduler } from '../../src/live/live-scheduler.ts'
import { ClusterMirror } from '../../src/live/mirror.ts'
import { Reports } from '../../src/live/reports.ts'
import { queueRules } from '../../src/scheduler/around/queue-rules.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

/** What berth schedule asks of an API server that is slow, away, or refuses. */

const PROFILE = resolveProfile({ only: [], fixes: false })
if (!PROFILE.ok) throw new Error('no profile')
const { accounting, profiles, name } = PROFILE.value

const READING = {
  accounting,
  defaulting: false,
  absentKinds: 'empty',
  nodesMax: 100,
} as const

class FakeApi extends ApiServer {
  readonly lists = new Map<string, object[]>()
  /** By the path of a list: what it answers instead, and after how long. */
  readonly answers = new Map<string, () => Promise<ApiAnswer | undefined>>()
  watches = 0
  ended = 0

  constructor() {
    super({ url: 'http://127.0.0.1:1' })
  }

  override async send(_method: string, path: string): Promise<ApiAnswer> {
    const [kind = ''] = path.split('?')
    const answer = await this.answers.get(kind)?.()
    this.ended++
    const body = { metadata: { resourceVersion: '1' }, items: this.lists.get(kind) ?? [] }
    return answer ?? { status: 200, body }
  }

  /** Ends at once, as behind a proxy whose API server is away. */
  override async watch(): Promise<number> {
    this.watches++
    return 200
  }
}

afterEach(() => void vi.useRealTimers())

describe('the mirror of a live cluster', () => {
  it('tells of a list that failed when no other is under way', async () => {
    const api = new FakeApi()
    const refused = { status: 403, body: 'forbidden' }
    api.answers.set('/api/v1/nodes', async () => refused)
    api.answers.set(
      '/api/v1/pods',
      () => new Promise((resolve) => setTimeout(resolve, 50, undefined)),
    )
    await expect(ClusterMirror.read(api, READING)).rejects.toThrow('/api/v1/nodes')
    expect(api.ended).toBe(19)
  })

  it('waits before it asks again for a watch that ends at once', async () => {
    vi.useFakeTimers()
    const api = new FakeApi()
    const mirror = await ClusterMirror.read(api, READING)
    const stop = new AbortController()
    const following = mirror.follow(stop.signal, () => {})
    await vi.advanceTimersByTimeAsync(2500)
    expect(api.watches).toBe(3 * 19)
    stop.abort()
    await vi.advanceTimersByTimeAsync(1000)
    await following
  })
})

/** Tells nobody anything until it may. */
class HeldReports extends Reports {
  told = 0
  private release = () => {}
  private readonly released = new Promise<void>((resolve) => {
    this.release = resolve
  })

  letGo(): void {
    this.release()
  }

  override async condition(): Promise<void> {
    this.told++
    await this.released
  }

  override async event(): Promise<void> {
    await this.released
  }
}

describe('the live scheduler', () => {
  it('tells no more pods at a time than the API server takes, and all in the end', async () => {
    const api = new FakeApi()
    api.lists.set('/api/v1/nodes', [makeNode('a', { allocatable: { cpu: '1' } })])
    const pods = Array.from({ length: 200 }, (_, index) =>
      makePod(`p${index}`, {
        requests: { cpu: '2' },
        spec: { schedulerName: 'default-scheduler' },
      }),
    )
    api.lists.set('/api/v1/pods', pods)
    const mirror = await ClusterMirror.read(api, READING)
    const reports = new HeldReports(api, 'default-scheduler')
    const rules = queueRules(name, undefined)
    const options = {
      schedulerName: 'default-scheduler',
      profiles,
      rules,
      isDryRun: false,
      say: () => {},
    }
    const stop = new AbortController()
    const running = new LiveScheduler(mirror, reports, options).run(stop.signal)
    await vi.waitFor(() => expect(reports.told).toBeGreaterThanOrEqual(64))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(reports.told).toBe(64)
    reports.letGo()
    await vi.waitFor(() => expect(reports.told).toBe(200), 5000)
    stop.abort()
    await running
  })
})
