import { evictionMessage, type MetThreshold } from './eviction-message.ts'
import { localStorageMessage } from './local-storage.ts'
import type { PressuredPod } from './pressured-pod.ts'
import { rankPods } from './rank.ts'
import {
  type FileSystems,
  partsOn,
  reclaimedFirst,
  SIGNALS,
  type Signal,
  type SignalName,
  type StarvedResource,
} from './signals.ts'
import type { PodUsage, Summary } from './summary.ts'
import { quantityOf, type Threshold } from './thresholds.ts'
import { writeQuantity } from './write-quantity.ts'

export interface PressureInput {
  readonly node: string
  /** The pods that run on the node. */
  readonly pods: readonly PressuredPod[]
  readonly summary: Summary
  readonly thresholds: readonly Threshold[]
  readonly fileSystems: FileSystems
  /** What is taken to run short whatever the thresholds say; null: as they say. */
  readonly signal: SignalName | null
  /** evictionMaxPodGracePeriod, for soft thresholds. */
  readonly maxPodGracePeriodSeconds: number
}

export interface SignalView {
  readonly signal: SignalName
  readonly kind: Threshold['kind']
  readonly threshold: string
  readonly available: string
  readonly capacity: string
  readonly isMet: boolean
}

export interface RankedPodView {
  readonly pod: { readonly namespace: string; readonly name: string; readonly uid?: string }
  readonly isCritical: boolean
  readonly usage: number | null
  readonly request: number
  readonly exceedsRequest: boolean
  readonly priority: number
  readonly above: number
  readonly gracePeriodSeconds: number
  readonly message: string
}

export interface PressureView {
  readonly node: string
  readonly signals: readonly SignalView[]
  readonly conditions: readonly string[]
  /** What the kubelet tries to relieve, and how it starts; null: nothing runs short. */
  readonly relieves: {
    readonly signal: SignalName
    readonly resource: StarvedResource
    readonly kind: Threshold['kind']
    readonly reclaimsFirst: readonly string[]
  } | null
  /** Pods beyond a limit of their own: they go first, all in one pass. */
  readonly localStorage: readonly {
    readonly pod: RankedPodView['pod']
    readonly message: string
  }[]
  readonly order: readonly RankedPodView[]
}

/** A pod killed for a hard threshold gets no more. */
const IMMEDIATE_SECONDS = 1

interface Met {
  readonly signal: Signal
  readonly kind: Threshold['kind']
}

/**
 * One pass of the kubelet's eviction manager (pkg/kubelet/eviction of Kubernetes 1.37): what runs
 * short, what is deleted before any pod, and the order in which pods go, one a pass.
 */
export function judgePressure(input: PressureInput): PressureView {
  const { summary, thresholds, fileSystems } = input
  const usageOf = ({ pod }: PressuredPod) =>
    summary.pods.get(pod.uid) ?? summary.pods.get(`${pod.namespace}/${pod.name}`) ?? null
  const signals = thresholds.flatMap((threshold) => viewSignal(threshold, summary))
  const met = metFirst(input, signals)
  const conditions = SIGNALS.filter(({ name }) => signals.some((o) => o.isMet && o.signal === name))
  return {
    node: input.node,
    signals,
    conditions: [...new Set(conditions.map(({ condition }) => condition))],
    relieves:
      met === null
        ? null
        : {
            signal: met.signal.name,
            resource: met.signal.resource,
            kind: met.kind,
            reclaimsFirst: reclaimedFirst(met.signal.name, fileSystems),
          },
    localStorage: input.pods.flatMap((pod) => viewLocalStorage(pod, usageOf(pod), fileSystems)),
    order: met === null ? [] : viewOrder(input, met, signals, usageOf),
  }
}

function viewSignal(threshold: Threshold, { observations }: Summary): SignalView[] {
  const { signal, kind } = threshold
  const observed = observations.get(signal)
  if (observed === undefined) return []
  const { quantity, text } = quantityOf(threshold, observed)
  const format =
    signal.endsWith('inodesFree') || signal === 'pid.available' ? 'DecimalSI' : 'BinarySI'
  const available = writeQuantity(observed.available, format)
  const capacity = writeQuantity(observed.capacity, format)
  const isMet = observed.available < quantity
  return [{ signal, kind, threshold: text, available, capacity, isMet }]
}

function metFirst({ signal }: PressureInput, signals: readonly SignalView[]): Met | null {
  for (const one of SIGNALS) {
    const met = signals.filter((view) => view.isMet && view.signal === one.name)
    const kind = met.some((view) => view.kind === 'hard') ? 'hard' : 'soft'
    if (signal === one.name) return { signal: one, kind: met.length === 0 ? 'hard' : kind }
    if (signal === null && met.length > 0) return { signal: one, kind }
  }
  return null
}

/** Critical pods are never evicted, not even for this. */
function viewLocalStorage(
  pod: PressuredPod,
  usage: PodUsage | null,
  fileSystems: FileSystems,
): PressureView['localStorage'][number][] {
  if (usage === null || pod.isCritical) return []
  const message = localStorageMessage(pod, usage, fileSystems)
  return message === null ? [] : [{ pod: referTo(pod), message }]
}

function viewOrder(
  input: PressureInput,
  { signal, kind }: Met,
  signals: readonly SignalView[],
  usageOf: (pod: PressuredPod) => PodUsage | null,
): RankedPodView[] {
  const { resource, name } = signal
  const parts = partsOn(name, input.fileSystems)
  const told = toldThreshold(resource, signals)
  return rankPods({ pods: input.pods, usageOf, resource, parts }).map((ranked) => {
    const { pod, usage, request, exceedsRequest, above } = ranked
    return {
      pod: referTo(pod),
      isCritical: pod.isCritical,
      usage,
      request,
      exceedsRequest,
      priority: pod.pod.priority,
      above,
      gracePeriodSeconds: graceOf(pod, kind, input.maxPodGracePeriodSeconds),
      message: evictionMessage(pod, usageOf(pod), resource, told),
    }
  })
}

function toldThreshold(
  resource: StarvedResource,
  signals: readonly SignalView[],
): MetThreshold | null {
  for (const { name } of SIGNALS.filter((one) => one.resource === resource)) {
    const met = signals.find(({ signal, isMet }) => isMet && signal === name)
    if (met !== undefined) return { quantity: met.threshold, available: met.available }
  }
  return null
}

function graceOf({ pod }: PressuredPod, kind: Threshold['kind'], maxSeconds: number): number {
  if (kind === 'hard') return IMMEDIATE_SECONDS
  return Math.min(maxSeconds, pod.gracePeriodSeconds ?? maxSeconds)
}

function referTo({ pod: { namespace, name, uid } }: PressuredPod): RankedPodView['pod'] {
  return uid === '' ? { namespace, name } : { namespace, name, uid }
}
