import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { namespacedKey, textAt } from '../../snapshot/json/raw-object.ts'
import { versionNumber } from '../api-server/object-writes.ts'
import type { PodName } from '../api-server/pod-writes.ts'
import type { ClusterMirror } from '../mirror/mirror.ts'
import type { Writes } from '../writes.ts'
import {
  type ClaimToReserve,
  type DevicesToBind,
  pathOfClaim,
  protectClaim,
} from './device-claims.ts'
import { devicesReady } from './devices-ready.ts'
import { ExtendedClaim } from './extended-claim.ts'
import type { PreBinding } from './pre-binding.ts'

const KIND = 'resourceClaims'

export interface DeviceBindingOptions {
  readonly pod: PodName
  readonly devices: DevicesToBind
  readonly limitMs: number
}

/** The claims of one pod: they get their devices, and are reserved for the pod (DynamicResources' PreBind). */
export class DeviceBinding implements PreBinding {
  private readonly mirror: ClusterMirror
  private readonly writes: Writes
  private readonly options: DeviceBindingOptions
  private readonly extended: ExtendedClaim | null
  /** As they were written, by namespace/name. */
  private readonly written = new Map<string, JsonObject>()

  constructor(mirror: ClusterMirror, writes: Writes, options: DeviceBindingOptions) {
    this.mirror = mirror
    this.writes = writes
    this.options = options
    const { pod, devices } = options
    for (const { key, allocation } of devices.claims) {
      mirror.expectedClaims.hold(key, allocation, pod.uid)
    }
    const { extended } = devices
    this.extended = extended === null ? null : new ExtendedClaim(mirror, writes, pod, extended)
  }

  async write(): Promise<void> {
    const { claims, extended } = this.options.devices
    for (const claim of claims) {
      const seen = this.mirror.object(KIND, claim.key)
      if (seen === undefined) throw new Error(`claim ${claim.key} is gone`)
      if (!this.isReserved(seen)) await this.reserve(seen, claim)
    }
    if (this.extended === null || extended === null) return
    const made = await this.extended.make()
    const { allocation } = extended
    const claim = { key: namespacedKey(made), allocation }
    await this.extended.given(await this.reserve(made, claim), claim.key)
  }

  async settle(signal: AbortSignal): Promise<string | null> {
    const { limitMs } = this.options
    const names = this.keys().map((key) => `${KIND} ${key}`)
    const found = await this.mirror.waits.until(names, () => this.progress(), signal, limitMs)
    if (found === 'timed out') return 'device binding timeout'
    return found === 'aborted' ? 'binding devices: given up' : found.problem
  }

  /** Unreserve: the claims are free for others; one that has its devices keeps them until it is freed. */
  async undo(): Promise<void> {
    const { pod, devices } = this.options
    for (const { key } of devices.claims) {
      this.mirror.expectedClaims.release(key, pod.uid)
      const written = this.written.get(key)
      if (written === undefined) this.mirror.restore(KIND, key)
      else await this.writes.objects.unreserve(pathOfClaim(written), written, pod).catch(() => {})
    }
    await this.extended?.undo()
  }

  private keys(): string[] {
    return [
      ...new Set([...this.options.devices.claims.map(({ key }) => key), ...this.written.keys()]),
    ]
  }

  private isReserved({ status }: JsonObject): boolean {
    return consumersOf(status).some((one) => isObject(one) && one['uid'] === this.options.pod.uid)
  }

  private async reserve(seen: JsonObject, claim: ClaimToReserve): Promise<JsonObject> {
    const once = (latest: JsonObject) => this.reserveOnce(latest, claim)
    const written = await this.writes.objects.untilTaken(pathOfClaim(seen), seen, once)
    this.written.set(claim.key, written)
    return written
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
    const protectedClaim = given === null ? seen : await protectClaim(this.writes.objects, seen)
    const { uid, name } = this.options.pod
    const reservedFor = [...consumersOf(status), { resource: 'pods', name, uid }]
    const change = { ...(given !== null && { allocation: given }), reservedFor }
    const path = `${pathOfClaim(seen)}/status`
    return await this.writes.objects.patch(path, protectedClaim, { status: change })
  }

  /** isPodReadyForBinding; undefined: not yet. */
  private progress(): { readonly problem: string | null } | undefined {
    for (const key of this.keys()) {
      // Of one that was just made the API server need not have told yet.
      const isMade = !this.options.devices.claims.some((one) => one.key === key)
      const claim = this.mirror.object(KIND, key) ?? (isMade ? this.written.get(key) : undefined)
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
