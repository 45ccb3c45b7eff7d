import type { ControlledPod, TimedToleration } from './cluster/controlled-pod.ts'
import type { TaintWithTime } from './cluster/taint-with-time.ts'
import { recreationOf } from './pod-removal/recreation.ts'
import type { ControllersRun, Eviction } from './run-controllers.ts'
import type { PodFate } from './taint-eviction/taint-eviction-controller.ts'

/** The condition that the controller writes before it deletes a pod. */
const DISRUPTION_TARGET = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
} as const

/** A run as its answer tells it: plain objects, times in seconds after the start. */
export function viewRun(run: ControllersRun): RunView {
  const { journal, cutOffMs } = run
  return {
    evictions: run.evictions.map((eviction) => viewEviction(eviction, run)),
    events: journal.events.map(({ atMs, pod, ...event }) => ({
      at: seconds(atMs),
      pod: pod === null ? null : referTo(pod),
      ...event,
    })),
    taints: journal.taints.map(({ atMs, taint, ...change }) => ({
      at: seconds(atMs),
      ...change,
      taint: viewTaint(taint),
    })),
    conditions: journal.conditions.map(({ atMs, ...change }) => ({ at: seconds(atMs), ...change })),
    readiness: journal.readiness.map(({ atMs, pod }) => ({
      at: seconds(atMs),
      pod: referTo(pod),
      node: pod.nodeName,
      ready: 'False' as const,
    })),
    zones: journal.zones.map(({ atMs, ...change }) => ({ at: seconds(atMs), ...change })),
    stays: viewStays(run),
    untouched: countUntouched(run),
    cutOffAt: cutOffMs === null ? null : seconds(cutOffMs),
    notices: journal.notices,
  }
}

function viewEviction({ pod, atMs, cause, removal }: Eviction, run: ControllersRun): EvictionView {
  const { gracePeriodSeconds, freeByMs } = removal
  return {
    pod: referTo(pod),
    node: pod.nodeName,
    at: seconds(atMs),
    taint: viewTaint(cause.taint),
    toleration: cause.toleration === null ? null : viewToleration(cause.toleration),
    condition: DISRUPTION_TARGET,
    gracePeriodSeconds,
    freeBy: freeByMs === null ? null : seconds(freeByMs),
    waitsFor: freeByMs === null ? waitsFor(pod, run) : null,
    recreatedBy: recreationOf(pod),
  }
}

function waitsFor(pod: ControlledPod, { cluster }: ControllersRun): string {
  if (pod.isMirror) return 'nothing: a static pod runs on, only its mirror object is deleted'
  if (!cluster.nodes.has(pod.nodeName)) {
    return 'the pod garbage collector, which deletes pods of a deleted node within about a minute'
  }
  return 'its kubelet, which does not answer: until it does, or its node is deleted, the pod is Terminating'
}

function viewStays({ fates, evictions, cluster }: ControllersRun): StayView[] {
  const evicted = new Set(evictions.map(({ pod }) => pod))
  const stays: StayView[] = []
  for (const pod of cluster.allPods()) {
    if (evicted.has(pod)) continue
    const fate = fates.get(pod)
    if (pod.isTerminating) {
      const because = 'it is being deleted already'
      stays.push({ pod: referTo(pod), node: pod.nodeName, because, dueAt: null })
    } else if (fate !== undefined) {
      stays.push({ pod: referTo(pod), node: pod.nodeName, ...becauseOf(fate) })
    }
  }
  return stays
}

function becauseOf(fate: PodFate): { because: string; dueAt: number | null } {
  switch (fate.kind) {
    case 'scheduled': {
      const dueAt = seconds(fate.fireAtMs)
      const { key } = fate.cause.taint
      return { because: `it tolerates ${key} until ${dueAt} s, after the end`, dueAt }
    }
    case 'taintsGone':
      return { because: 'the NoExecute taints were taken off its node in time', dueAt: null }
    default:
      return { because: 'it tolerates every NoExecute taint of its node without end', dueAt: null }
  }
}

/** Pods that no NoExecute taint ever concerned. */
function countUntouched({ cluster, fates }: ControllersRun): number {
  let count = 0
  for (const pod of cluster.allPods()) if (!fates.has(pod) && !pod.isTerminating) count++
  return count
}

function referTo({ namespace, name, uid }: ControlledPod): PodReferenceView {
  return uid === '' ? { namespace, name } : { namespace, name, uid }
}

function viewTaint({ key, value, effect, timeAdded }: TaintWithTime): TaintView {
  return {
    key,
    ...(value !== '' && { value }),
    effect,
    ...(timeAdded !== null && { timeAdded }),
  }
}

function viewToleration(toleration: TimedToleration): TolerationView {
  const { key, operator, value, effect, tolerationSeconds } = toleration
  return {
    ...(key !== '' && { key }),
    ...(operator !== '' && { operator }),
    ...(value !== '' && { value }),
    ...(effect !== '' && { effect }),
    ...(tolerationSeconds !== null && { tolerationSeconds }),
  }
}

/** Never longer than a thousandth. */
function seconds(ms: number): number {
  return Math.round(ms) / 1000
}

export interface PodReferenceView {
  readonly namespace: string
  readonly name: string
  readonly uid?: string
}

export interface TaintView {
  readonly key: string
  readonly value?: string
  readonly effect: string
  readonly timeAdded?: string
}

export interface TolerationView {
  readonly key?: string
  readonly operator?: string
  readonly value?: string
  readonly effect?: string
  readonly tolerationSeconds?: number
}

export interface EvictionView {
  readonly pod: PodReferenceView
  readonly node: string
  readonly at: number
  readonly taint: TaintView
  readonly toleration: TolerationView | null
  readonly condition: typeof DISRUPTION_TARGET
  readonly gracePeriodSeconds: number
  readonly freeBy: number | null
  readonly waitsFor: string | null
  readonly recreatedBy: ReturnType<typeof recreationOf>
}

export interface StayView {
  readonly pod: PodReferenceView
  readonly node: string
  readonly because: string
  readonly dueAt: number | null
}

export interface RunView {
  readonly evictions: readonly EvictionView[]
  readonly events: readonly {
    readonly at: number
    readonly pod: PodReferenceView | null
    readonly node: string | null
    readonly type: string
    readonly reason: string
    readonly message: string
    readonly source: string
  }[]
  readonly taints: readonly {
    readonly at: number
    readonly node: string
    readonly op: string
    readonly taint: TaintView
    readonly because: string
  }[]
  readonly conditions: readonly {
    readonly at: number
    readonly node: string
    readonly type: string
    readonly status: string
    readonly reason: string
    readonly message: string
    readonly by: string
  }[]
  readonly readiness: readonly {
    readonly at: number
    readonly pod: PodReferenceView
    readonly node: string
    readonly ready: 'False'
  }[]
  readonly zones: readonly {
    readonly at: number
    readonly zone: string | null
    readonly state: string
    readonly nodesPerSecond: number | null
    readonly message: string
  }[]
  readonly stays: readonly StayView[]
  readonly untouched: number
  readonly cutOffAt: number | null
  readonly notices: readonly { readonly code: string; readonly message: string }[]
}
