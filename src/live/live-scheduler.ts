import type { QueueRules } from '../scheduler/around/queue-rules.ts'
import { type CycleOptions, SchedulingCycle } from '../scheduler/cycle.ts'
import type { Decision } from '../scheduler/decision.ts'
import type { ProfileSet } from '../scheduler/framework/profile.ts'
import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { ROOT } from '../snapshot/json/json-path.ts'
import { namespacedKey, textAt } from '../snapshot/json/raw-object.ts'
import type { SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { ClusterMirror } from './mirror.ts'
import type { PodName, Reports } from './reports.ts'
import { unboundNeeds } from './unbound-needs.ts'
import { type WaitingPod, WaitingPods } from './waiting-pods.ts'

export interface LiveSchedulerOptions {
  readonly schedulerName: string
  readonly profiles: ProfileSet
  readonly rules: QueueRules
  /** Decides, says so, and writes nothing. */
  readonly isDryRun: boolean
  readonly say: (line: string) => void
}

/** Bindings that the API server has not answered yet. */
const BINDINGS_MAX = 64
/** Pods that are being told why they wait. */
const TELLINGS_MAX = 64
/** Then what the API server says comes in between. */
const SLICE_MS = 100
const IDLE_MS = 50

const CYCLE: CycleOptions = {
  tieBreak: { kind: 'upstream' },
  // Nobody is evicted, so nobody is looked for.
  preemption: false,
  startIndex: 0,
  roundRobin: 0,
  nowMs: null,
}

/** Decides the pods of one scheduler name as they come, and binds them. */
export class LiveScheduler {
  private readonly mirror: ClusterMirror
  private readonly reports: Reports
  private readonly options: LiveSchedulerOptions
  private readonly cycle: SchedulingCycle
  private readonly waiting: WaitingPods
  /** The last that was told of each pod without a node. */
  private readonly unbound = new Map<string, JsonObject>()
  private readonly bindings = new Set<Promise<void>>()
  private tellings = 0
  /** What each pod was told last, so that it is told once. */
  private readonly told = new Map<string, string>()

  constructor(mirror: ClusterMirror, reports: Reports, options: LiveSchedulerOptions) {
    this.mirror = mirror
    this.reports = reports
    this.options = options
    this.cycle = new SchedulingCycle(mirror.cluster, options.profiles, CYCLE)
    this.waiting = new WaitingPods(options.rules)
    for (const pod of mirror.pods) this.takePod('ADDED', pod)
  }

  /** Something changed, and the mirror has it. */
  changed(
    kind: SnapshotResource,
    type: 'ADDED' | 'MODIFIED' | 'DELETED',
    object: JsonObject,
  ): void {
    if (kind === 'pods') this.takePod(type, object)
    else this.waiting.wake()
  }

  /** Until `signal`; then it waits for the answers to its bindings. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const startedMs = Date.now()
      const ready = this.isBusy ? [] : this.waiting.ready(startedMs)
      for (const pod of ready) {
        if (this.isBusy || Date.now() - startedMs >= SLICE_MS) break
        // One that left while others were decided is not tried.
        if (this.waiting.get(pod.key) === pod) this.attempt(pod)
      }
      await new Promise((resolve) => setTimeout(resolve, ready.length > 0 ? 0 : IDLE_MS))
    }
    await Promise.all(this.bindings)
  }

  /** The API server has enough to answer for now. */
  private get isBusy(): boolean {
    return this.bindings.size >= BINDINGS_MAX || this.tellings >= TELLINGS_MAX
  }

  private takePod(type: 'ADDED' | 'MODIFIED' | 'DELETED', pod: JsonObject): void {
    const key = namespacedKey(pod)
    const isOurs = textAt(pod, 'spec', 'schedulerName') === this.options.schedulerName
    const waits = type !== 'DELETED' && textAt(pod, 'spec', 'nodeName') === '' && !isLeaving(pod)
    if (isOurs && waits) return this.takeWaiting(key, pod)
    if (type === 'DELETED' || textAt(pod, 'spec', 'nodeName') !== '')
      this.mirror.assumed.delete(key)
    this.unbound.delete(key)
    this.told.delete(key)
    this.waiting.delete(key)
    this.waiting.wake()
  }

  private takeWaiting(key: string, pod: JsonObject): void {
    const before = this.unbound.get(key)
    this.unbound.set(key, pod)
    if (this.mirror.assumed.has(key)) return
    // What is written of an attempt is no reason for another one.
    if (before !== undefined && isSameRequest(before, pod)) return
    this.waiting.put(key, pod, priorityOf(pod), Date.now())
  }

  private attempt(pod: WaitingPod): void {
    const { edits } = this.mirror
    const taken = edits.takePods([pod.object], ROOT)
    const [toDecide] = taken.ok ? taken.value : []
    if (toDecide === undefined) return this.refuse(pod, 'SchedulerError', 'the pod cannot be read')
    const decision = this.cycle.decide(toDecide.pod)
    if (decision.outcome === 'scheduled') return this.place(pod, decision)
    this.mirror.put('pods', pod.object)
    if (decision.outcome === 'gated') return this.waiting.failed(pod, Date.now(), false)
    const reason = decision.outcome === 'error' ? 'SchedulerError' : 'Unschedulable'
    this.refuse(pod, reason, decision.message || `the outcome is ${decision.outcome}`)
  }

  private place(pod: WaitingPod, decision: Decision): void {
    const { cluster, assumed } = this.mirror
    const needs = unboundNeeds(cluster, decision.pod)
    if (needs !== null) {
      this.mirror.put('pods', pod.object)
      return this.refuse(pod, 'Unschedulable', needs)
    }
    const node = cluster.nodes.names[decision.node] ?? ''
    this.cycle.assume(decision)
    assumed.set(pod.key, node)
    this.waiting.delete(pod.key)
    this.options.say(`${this.options.isDryRun ? 'would bind' : 'binds'} ${pod.key} to ${node}`)
    if (this.options.isDryRun) return
    const binding = this.bind(pod, node).finally(() => this.bindings.delete(binding))
    this.bindings.add(binding)
  }

  private async bind(pod: WaitingPod, node: string): Promise<void> {
    const name = nameOfPod(pod.object)
    const problem = await this.problemOfBinding(name, node)
    if (problem === null) {
      const note = `Successfully assigned ${pod.key} to ${node}`
      await this.reports.event(name, 'Normal', 'Scheduled', note).catch(() => {})
      return
    }
    const latest = this.unbound.get(pod.key)
    // Another pod has the name by now, and may have been placed itself.
    if (latest !== undefined && nameOfPod(latest).uid !== name.uid) return
    this.mirror.assumed.delete(pod.key)
    // Bound by somebody else, or gone: the watch has told, and the mirror knows.
    if (latest === undefined) return
    this.mirror.put('pods', latest)
    this.refuse({ ...pod, object: latest }, 'SchedulerError', problem)
  }

  private async problemOfBinding(name: PodName, node: string): Promise<string | null> {
    try {
      if (!(await this.reports.hasNode(node))) return `node ${node} is gone`
      const { status, body } = await this.reports.bind(name, node)
      if (status === 201 || status === 200) return null
      const message = isObject(body) ? body['message'] : body
      return `binding to ${node} was refused with ${status}: ${message}`
    } catch (error) {
      return `binding to ${node} failed: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  /** The pod stays where it is, is told why, and is tried again. */
  private refuse(pod: WaitingPod, reason: 'Unschedulable' | 'SchedulerError', why: string): void {
    this.waiting.failed(pod, Date.now(), reason === 'SchedulerError')
    if (this.told.get(pod.key) === why) return
    this.told.set(pod.key, why)
    this.options.say(`${pod.key}: ${why}`)
    if (this.options.isDryRun) return
    const name = nameOfPod(pod.object)
    const told = [
      this.reports.condition(name, reason, why),
      this.reports.event(name, 'Warning', 'FailedScheduling', why),
    ]
    // Who cannot be told now is told when something else is wrong.
    this.tellings++
    void Promise.allSettled(told).finally(() => this.tellings--)
  }
}

function isLeaving(pod: JsonObject): boolean {
  const phase = textAt(pod, 'status', 'phase')
  return (
    textAt(pod, 'metadata', 'deletionTimestamp') !== '' ||
    phase === 'Succeeded' ||
    phase === 'Failed'
  )
}

function isSameRequest(a: JsonObject, b: JsonObject): boolean {
  const requestOf = ({ spec, metadata }: JsonObject) =>
    JSON.stringify([spec, isObject(metadata) ? [metadata['labels'], metadata['uid']] : null])
  return requestOf(a) === requestOf(b)
}

function priorityOf({ spec }: JsonObject): number {
  const priority = isObject(spec) ? spec['priority'] : 0
  return typeof priority === 'number' ? priority : 0
}

function nameOfPod(pod: JsonObject): PodName {
  const [namespace, name] = [textAt(pod, 'metadata', 'namespace'), textAt(pod, 'metadata', 'name')]
  return { namespace, name, uid: textAt(pod, 'metadata', 'uid') }
}
