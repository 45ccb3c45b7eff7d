import { reasonOf } from '../reason-of.ts'
import type { Decision } from '../scheduler/decision.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import type { PodName } from './api-server/pod-writes.ts'
import type { Bindings } from './binding/bindings.ts'
import { deleteClaim, isForExtendedResources, pathOfClaim } from './binding/device-claims.ts'
import type { LiveMetrics } from './live-metrics.ts'
import type { ClusterMirror } from './mirror/mirror.ts'
import { type Displacement, keyOf, Preemptions, victimsOf } from './preemptions.ts'
import type { Writes } from './writes.ts'

export interface WayOutOptions {
  readonly isDryRun: boolean
  readonly say: (line: string) => void
  readonly metrics: LiveMetrics
  /** The pod may be tried again. */
  readonly retry: (key: string) => void
  readonly takeBackNomination: (pod: Pod) => void
}

/** Does what PostFilter found for a pod that fits nowhere: victims go, or a claim is freed. */
export class WayOut {
  private readonly mirror: ClusterMirror
  private readonly writes: Writes
  private readonly bindings: Bindings
  private readonly preemptions: Preemptions
  private readonly options: WayOutOptions

  constructor(mirror: ClusterMirror, writes: Writes, bindings: Bindings, options: WayOutOptions) {
    this.mirror = mirror
    this.writes = writes
    this.bindings = bindings
    this.preemptions = new Preemptions(writes.pods)
    this.options = options
  }

  /** Room is being made for the pod: it must not look for more. */
  isUnderWay(key: string): boolean {
    return this.preemptions.isUnderWay(key)
  }

  /** The API server tells that a pod goes, or is gone. */
  left(key: string): void {
    this.preemptions.left(key)
  }

  /** Until all that was begun is done. */
  end(): Promise<void> {
    return this.preemptions.end()
  }

  /** Where the pod is nominated from here on; empty: nowhere any more; undefined: as before. */
  take(key: string, pod: PodName, decision: Decision): string | undefined {
    const { outcome, preemption } = decision
    this.freeClaim(key, decision)
    if (outcome === 'error' || preemption?.clearsNomination === true) return ''
    if (preemption === null || preemption.node < 0) return undefined
    const place = this.mirror.cluster.nodes.names[preemption.node] ?? ''
    const preemptor = { apiVersion: 'v1', kind: 'Pod', ...pod } as const
    const { schedulerName } = decision.pod.signature
    this.displace({ key, preemptor, schedulerName, place, victims: victimsOf(preemption) })
    if (this.options.isDryRun) return undefined
    for (const other of preemption.clearedNominations) this.options.takeBackNomination(other)
    return place
  }

  /** Victims go, unless it only says so. */
  displace(displacement: Displacement): void {
    const { key, preemptor, place, victims } = displacement
    const { isDryRun, say, metrics, retry } = this.options
    const list = victims.map(keyOf).join(', ')
    say(`${isDryRun ? 'would preempt' : 'preempts'} ${list} on ${place} to make room for ${key}`)
    if (isDryRun) return
    metrics.preempted(preemptor.kind, victims.length)
    const why = `preempted by ${preemptor.kind.toLowerCase()} ${preemptor.uid} on node ${place}`
    // One of ours that is not bound yet goes back to the queue, and need not be deleted.
    const bound = victims.filter((victim) => !this.bindings.cancel(keyOf(victim), why))
    this.preemptions.start({ ...displacement, victims: bound }, (error) => {
      say(`making room for ${key} failed: ${reasonOf(error)}`)
      retry(key)
    })
  }

  /**
   * A claim that keeps its pod from other nodes gives its devices back; one that was left of an attempt is
   * deleted (DynamicResources' PostFilter).
   */
  private freeClaim(key: string, { deallocations: [name] }: Decision): void {
    const { isDryRun, say, retry } = this.options
    const claim = name === undefined ? undefined : this.mirror.object('resourceClaims', name)
    if (claim === undefined || isDryRun) return
    const { objects } = this.writes
    const change = { status: { allocation: null, reservedFor: null, devices: null } }
    const freed: Promise<unknown> = isForExtendedResources(claim)
      ? deleteClaim(objects, claim)
      : objects.patch(`${pathOfClaim(claim)}/status`, claim, change)
    freed.catch((error: unknown) => {
      say(`freeing claim ${name} failed: ${reasonOf(error)}`)
      retry(key)
    })
  }
}
