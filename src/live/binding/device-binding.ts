import type { Decision } from '../../scheduler/decision.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf, namespaceOf, textAt } from '../../snapshot/json/raw-object.ts'
import { type ObjectWrites, Refused, versionNumber } from '../api-server/object-writes.ts'
import type { PodName } from '../api-server/pod-writes.ts'
import type { ClusterMirror } from '../mirror/mirror.ts'
import { devicesReady } from './devices-ready.ts'
import type { PreBinding } from './pre-binding.ts'

const KIND = 'resourceClaims'
const FINALIZER = 'resource.kubernetes.io/delete-protection'
/** Of conflicts with others that write to the claim (retry.DefaultRetry). */
const ATTEMPTS_MAX = 5
const CONFLICT = 409

/** A claim that a placed pod uses. */
export interface ClaimToReserve {
  /** namespace/name */
  readonly key: string
  /** As it is written; null: the claim has its devices already. */
  readonly allocation: JsonObject | null
}

/** The claims of a placement, before the cluster has it. */
export function claimsToReserve(
  { pod, node, filter }: Decision,
  { cluster }: ClusterMirror,
): ClaimToReserve[] {
  const judge = filter?.pass.filters.find((one) => one.filter.placedClaims !== undefined)
  const { namespace } = pod.signature
  return (judge?.filter.placedClaims?.(node).claims ?? []).map(({ claim, allocation }) => {
    const isNew = cluster.devices.claim(namespace, claim)?.allocation === null
    return { key: `${namespace}/${claim}`, allocation: isNew ? allocation : null }
  })
}

/** Where a resource claim is. */
export function pathOfClaim(claim: JsonObject): string {
  return `/apis/resource.k8s.io/v1/namespaces/${namespaceOf(claim)}/resourceclaims/${nameOf(claim)}`
}

export interface DeviceBindingOptions {
  readonly pod: PodName
  readonly claims: readonly ClaimToReserve[]
  readonly limitMs: number
}

/** The claims of one pod: they get their devices, and are reserved for the pod (DynamicResources' PreBind). */
export class DeviceBinding implements PreBinding {
  private readonly mirror: ClusterMirror
  private readonly writes: ObjectWrites
  private readonly options: DeviceBindingOptions
  /** As they were written, by namespace/name. */
  private readonly written = new Map<string, JsonObject>()

  constructor(mirror: ClusterMirror, writes: ObjectWrites, options: DeviceBindingOptions) {
    this.mirror = mirror
    this.writes = writes
    this.options = options
    for (const { key, allocation } of options.claims) {
      mirror.expectedClaims.hold(key, allocation, options.pod.uid)
    }
  }

  async write(): Promise<void> {
    for (const claim of this.options.claims) {
      const seen = this.mirror.object(KIND, claim.key)
      if (seen === undefined) throw new Error(`claim ${claim.key} is gone`)
      if (this.isReserved(seen)) continue
      this.written.set(claim.key, await this.reserve(seen, claim))
    }
  }

  async settle(signal: AbortSignal): Promise<string | null> {
    const { claims, limitMs } = this.options
    const names = claims.map(({ key }) => `${KIND} ${key}`)
    const found = await this.mirror.waits.until(names, () => this.progress(), signal, limitMs)
    if (found === 'timed out') return 'device binding timeout'
    return found === 'aborted' ? 'binding devices: given up' : found.problem
  }

  /** Unreserve: the claims are free for others; one that has its devices keeps them until it is freed. */
  async undo(): Promise<void> {
    const { pod, claims } = this.options
    for (const { key } of claims) {
      this.mirror.expectedClaims.release(key, pod.uid)
      const written = this.written.get(key)
      if (written === undefined) this.mirror.restore(KIND, key)
      else await this.writes.unreserve(pathOfClaim(written), written, pod).catch(() => {})
    }
  }

  private isReserved({ status }: JsonObject): boolean {
    return consumersOf(status).some((one) => isObject(one) && one['uid'] === this.options.pod.uid)
  }

  private async reserve(seen: JsonObject, claim: ClaimToReserve): Promise<JsonObject> {
    let latest = seen
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.reserveOnce(latest, claim)
      } catch (error) {
        const isConflict = error instanceof Refused && error.status === CONFLICT
        if (!isConflict || attempt === ATTEMPTS_MAX) throw error
        latest = await this.writes.get(pathOfClaim(latest))
      }
    }
  }

  private async reserveOnce(
    seen: JsonObject,
    { key, allocation }: ClaimToReserve,
  ): Promise<JsonObject> {
    if (textAt(seen, 'metadata', 'deletionTimestamp') !== '') {
      throw new Error(`claim ${key} got deleted in the meantime`)
    }
    const { status } = seen
    const held = isObject(status) ? status['allocation'] : undefined
    if (allocation !== null && isObject(held) && devicesOf(held) !== devicesOf(allocation)) {
      throw new Error(`claim ${key} got allocated elsewhere in the meantime`)
    }
    // Pods that share a claim are placed before the first of them has written its devices.
    const given = isObject(held) ? null : (allocation ?? this.mirror.expectedClaims.of(key))
    if (given === undefined) {
      throw new Error(`claim ${key} got deallocated elsewhere in the meantime`)
    }
    const protectedClaim = given === null ? seen : await this.protect(seen)
    const { uid, name } = this.options.pod
    const reservedFor = [...consumersOf(status), { resource: 'pods', name, uid }]
    const change = { ...(given !== null && { allocation: given }), reservedFor }
    const path = `${pathOfClaim(seen)}/status`
    return await this.writes.patch(path, protectedClaim, { status: change })
  }

  /** A claim with devices must not vanish. */
  private async protect(claim: JsonObject): Promise<JsonObject> {
    const { metadata } = claim
    const held = isObject(metadata) ? metadata['finalizers'] : undefined
    const finalizers = Array.isArray(held) ? held : []
    if (finalizers.includes(FINALIZER)) return claim
    const change = { metadata: { finalizers: [...finalizers, FINALIZER] } }
    return await this.writes.patch(pathOfClaim(claim), claim, change)
  }

  /** isPodReadyForBinding; undefined: not yet. */
  private progress(): { readonly problem: string | null } | undefined {
    for (const { key } of this.options.claims) {
      const claim = this.mirror.object(KIND, key)
      if (claim === undefined) return { problem: `claim ${key} is gone` }
      const written = this.written.get(key)
      const isTold = written === undefined || versionNumber(claim) >= versionNumber(written)
      const ready = devicesReady(isTold ? claim : (written ?? claim))
      if (typeof ready === 'string') return { problem: ready }
      if (!ready) return undefined
    }
    return { problem: null }
  }
}

/** Which devices are given, as one text. */
function devicesOf({ devices }: JsonObject): string {
  const results = isObject(devices) && Array.isArray(devices['results']) ? devices['results'] : []
  const named = results.map((one) =>
    isObject(one) ? [one['request'], one['driver'], one['pool'], one['device']] : null,
  )
  return JSON.stringify(named)
}

function consumersOf(status: unknown): readonly unknown[] {
  const held = isObject(status) ? status['reservedFor'] : undefined
  return Array.isArray(held) ? held : []
}
