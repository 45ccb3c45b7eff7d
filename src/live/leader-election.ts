import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { textAt } from '../snapshot/json/raw-object.ts'
import type { ApiServer } from './api-server/api-server.ts'
import { pause } from './api-server/pause.ts'

export interface LeaseTimes {
  /** How long others wait after the last renewal that they saw. */
  readonly leaseMs: number
  /** How long the leader tries to renew before it gives up. */
  readonly renewMs: number
  readonly retryMs: number
}

/** What kube-scheduler has. */
const USUAL_LEASE: LeaseTimes = { leaseMs: 15_000, renewMs: 10_000, retryMs: 2000 }

export interface LeaseName {
  readonly namespace: string
  readonly name: string
}

const NOT_FOUND = 404

/** One leader among several processes, by a Lease (client-go's leaderelection). */
export class LeaderElection {
  private readonly api: ApiServer
  private readonly lease: LeaseName
  private readonly identity: string
  private readonly times: LeaseTimes
  /** The last that was seen of the Lease's renewal, and when here; clocks of others do not count. */
  private seen = { renewal: '', atMs: Number.NEGATIVE_INFINITY }

  constructor(api: ApiServer, lease: LeaseName, identity: string, times: LeaseTimes = USUAL_LEASE) {
    this.api = api
    this.lease = lease
    this.identity = identity
    this.times = times
  }

  /** True once this process leads; false when `signal` came first. */
  async lead(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.renew()) return true
      await pause(this.times.retryMs, signal)
    }
    return false
  }

  /** Renews until `signal`, or until it could not for too long: then somebody else may lead. */
  async keep(signal: AbortSignal): Promise<void> {
    let renewedMs = Date.now()
    while (!signal.aborted) {
      await pause(this.times.retryMs, signal)
      if (signal.aborted) return
      const leftMs = renewedMs + this.times.renewMs - Date.now()
      const renewed = leftMs > 0 && (await Promise.race([this.renew(), pause(leftMs, signal)]))
      if (renewed === true) renewedMs = Date.now()
      else if (Date.now() - renewedMs >= this.times.renewMs) return
    }
  }

  /** Lets others lead at once. */
  async release(): Promise<void> {
    const found = await this.api.send('GET', this.path)
    if (found.status !== 200 || !isObject(found.body)) return
    if (textAt(found.body, 'spec', 'holderIdentity') !== this.identity) return
    const now = microTime(new Date())
    const spec = { holderIdentity: '', leaseDurationSeconds: 1, renewTime: now, acquireTime: now }
    await this.write(found.body, spec)
  }

  /** tryAcquireOrRenew */
  private async renew(): Promise<boolean> {
    try {
      const { status, body } = await this.api.send('GET', this.path)
      if (status === NOT_FOUND) return await this.create()
      if (status !== 200 || !isObject(body)) return false
      return await this.takeOver(body)
    } catch {
      return false
    }
  }

  private async takeOver(found: JsonObject): Promise<boolean> {
    const spec = isObject(found['spec']) ? found['spec'] : {}
    const holder = textAt(found, 'spec', 'holderIdentity')
    const renewal = JSON.stringify([holder, spec['renewTime'], spec['leaseTransitions']])
    const nowMs = Date.now()
    if (renewal !== this.seen.renewal) this.seen = { renewal, atMs: nowMs }
    const isMine = holder === this.identity
    const seconds = spec['leaseDurationSeconds']
    const leaseMs = typeof seconds === 'number' ? seconds * 1000 : this.times.leaseMs
    if (holder !== '' && !isMine && this.seen.atMs + leaseMs > nowMs) return false
    const now = microTime(new Date(nowMs))
    const transitions = spec['leaseTransitions']
    const before = typeof transitions === 'number' ? transitions : 0
    return await this.write(found, {
      ...this.held(now),
      acquireTime: isMine ? spec['acquireTime'] : now,
      leaseTransitions: isMine ? before : before + 1,
    })
  }

  private async create(): Promise<boolean> {
    const now = microTime(new Date())
    const { namespace, name } = this.lease
    const { status } = await this.api.send('POST', this.collection, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace, name },
      spec: { ...this.held(now), acquireTime: now, leaseTransitions: 0 },
    })
    return status < 300
  }

  /** Taken only while the Lease is as it was found. */
  private async write(found: JsonObject, spec: JsonObject): Promise<boolean> {
    const changed = { ...found, spec: { ...(isObject(found['spec']) && found['spec']), ...spec } }
    return (await this.api.send('PUT', this.path, changed)).status < 300
  }

  private held(renewTime: string): JsonObject {
    const leaseDurationSeconds = Math.ceil(this.times.leaseMs / 1000)
    return { holderIdentity: this.identity, leaseDurationSeconds, renewTime }
  }

  private get collection(): string {
    return `/apis/coordination.k8s.io/v1/namespaces/${this.lease.namespace}/leases`
  }

  private get path(): string {
    return `${this.collection}/${this.lease.name}`
  }
}

function microTime(time: Date): string {
  return `${time.toISOString().slice(0, -1)}000Z`
}
