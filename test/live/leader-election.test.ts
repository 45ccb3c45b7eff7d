import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApiAnswer, ApiServer } from '../../src/live/api-server/api-server.ts'
import { LeaderElection } from '../../src/live/leader-election.ts'

/** An API server that has one Lease, and takes changes of what it has alone. */
class LeaseServer extends ApiServer {
  lease: { metadata: { resourceVersion: string }; spec: Record<string, unknown> } | null = null
  isAway = false

  constructor() {
    super({ url: 'http://127.0.0.1:1' })
  }

  override async send(method: string, _path: string, body?: unknown): Promise<ApiAnswer> {
    if (this.isAway) throw new Error('away')
    if (method === 'GET') {
      return this.lease === null
        ? { status: 404, body: {} }
        : { status: 200, body: structuredClone(this.lease) }
    }
    const sent = body as NonNullable<LeaseServer['lease']> // what LeaderElection writes
    const version = this.lease?.metadata.resourceVersion ?? '0'
    const isSame =
      method === 'POST' ? this.lease === null : sent.metadata.resourceVersion === version
    if (!isSame) return { status: 409, body: {} }
    this.lease = {
      ...structuredClone(sent),
      metadata: { resourceVersion: String(Number(version) + 1) },
    }
    return { status: 200, body: structuredClone(this.lease) }
  }
}

const LEASE = { namespace: 'berth', name: 'berth-schedule' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('of several schedulers one', () => {
  it('leads, and the next once its lease is over', async () => {
    const api = new LeaseServer()
    const stop = new AbortController()
    const first = new LeaderElection(api, LEASE, 'first')
    const second = new LeaderElection(api, LEASE, 'second')
    expect(await first.lead(stop.signal)).toBe(true)
    let isLeading = false
    const leading = second.lead(stop.signal).then((leads) => {
      isLeading = leads
    })
    const kept = new AbortController()
    const keeping = first.keep(kept.signal)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isLeading).toBe(false)
    // It dies without a word.
    kept.abort()
    await keeping
    await vi.advanceTimersByTimeAsync(10_000)
    expect(isLeading).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    await leading
    expect(isLeading).toBe(true)
    expect(api.lease?.spec).toMatchObject({ holderIdentity: 'second', leaseTransitions: 1 })
  })

  it('lets the next lead at once when it stops', async () => {
    const api = new LeaseServer()
    const { signal } = new AbortController()
    const first = new LeaderElection(api, LEASE, 'first')
    await first.lead(signal)
    const second = new LeaderElection(api, LEASE, 'second').lead(signal)
    await vi.advanceTimersByTimeAsync(1000)
    await first.release()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await second).toBe(true)
  })

  it('gives up when it could not renew for ten seconds', async () => {
    const api = new LeaseServer()
    const { signal } = new AbortController()
    const election = new LeaderElection(api, LEASE, 'first')
    await election.lead(signal)
    let hasLost = false
    const keeping = election.keep(signal).then(() => {
      hasLost = true
    })
    await vi.advanceTimersByTimeAsync(6000)
    api.isAway = true
    await vi.advanceTimersByTimeAsync(8000)
    expect(hasLost).toBe(false)
    await vi.advanceTimersByTimeAsync(6000)
    await keeping
    expect(hasLost).toBe(true)
  })

  it('stops waiting when it is told to', async () => {
    const api = new LeaseServer()
    const stop = new AbortController()
    await new LeaderElection(api, LEASE, 'first').lead(stop.signal)
    const second = new LeaderElection(api, LEASE, 'second').lead(stop.signal)
    await vi.advanceTimersByTimeAsync(1000)
    stop.abort()
    expect(await second).toBe(false)
  })
})
