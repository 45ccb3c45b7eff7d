import { randomBytes } from 'node:crypto'
import { rejectingPlugins } from '../scheduler/around/rejecting-plugins.ts'
import { SchedulingCycle } from '../scheduler/cycle.ts'
import type { Decision } from '../scheduler/decision.ts'
import type { JsonObject } from '../snapshot/json/fields.ts'
import { namespacedKey, textAt } from '../snapshot/json/raw-object.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import type { SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { ChangeType } from './api-server/change.ts'
import { type PodName, podName } from './api-server/pod-writes.ts'
import { Bindings } from './binding/bindings.ts'
import { claimsToReserve } from './binding/device-binding.ts'
import { preBindingsOf } from './binding/pre-bindings.ts'
import { unboundNeeds } from './binding/unbound-needs.ts'
import { cycleOptions, type LiveSchedulerOptions } from './live-scheduler-options.ts'
import type { ClusterMirror, LiveReading } from './mirror/mirror.ts'
import { hasFinished, isSameRequest, priorityOf, schedulerNameOf } from './pending-pod.ts'
import { keyOf, nameOfPod } from './preemptions.ts'
import { POD_LEFT, QueueEvents } from './queue-events.ts'
import { Tellings } from './tellings.ts'
import { type WaitingPod, WaitingPods } from './waiting-pods.ts'
import { WayOut } from './way-out.ts'
import type { Writes } from './writes.ts'

/** Then what the API server says comes in between. */
const SLICE_MS = 100
const IDLE_MS = 50

/** Why a pod was not placed. */
interface Refusal {
  readonly reason: 'Unschedulable' | 'SchedulerError'
  readonly message: string
  /** The plugins whose events it waits for. */
  readonly rejectedBy?: readonly string[]
  /** Empty: its nomination is taken back; absent: it stays. */
  readonly nominatedNodeName?: string | undefined
}

/** Decides the pods of its profiles as they come, and binds them. */
export class LiveScheduler {
  private readonly mirror: ClusterMirror
  private readonly writes: Writes
  private readonly options: LiveSchedulerOptions
  private readonly cycle: SchedulingCycle
  private readonly waiting: WaitingPods
  private readonly bindings: Bindings
  private readonly wayOut: WayOut
  private readonly tellings: Tellings
  private readonly events = new QueueEvents()
  /** When its loop came round last. */
  turnedMs: number = Date.now()
  private isEnding = false
  /** Where the next search for nodes begins. */
  private startIndex = 0
  /** The last that was told of each pod without a node. */
  private readonly unbound = new Map<string, JsonObject>()

  constructor({ mirror, pods }: LiveReading, writes: Writes, options: LiveSchedulerOptions) {
    this.mirror = mirror
    this.writes = writes
    this.options = options
    this.cycle = new SchedulingCycle(
      mirror.cluster,
      options.profiles,
      cycleOptions(() => this.startIndex),
    )
    // No process may give out the ids of shares that another gave.
    mirror.cluster.devices.ask({ seed: randomBytes(10).toString('hex') })
    this.waiting = new WaitingPods(options.rules)
    this.bindings = new Bindings(writes.pods, options.metrics, (name) =>
      mirror.cluster.nodes.rowOf.has(name),
    )
    this.wayOut = new WayOut(mirror, writes, this.bindings, {
      isDryRun: options.isDryRun,
      say: options.say,
      metrics: options.metrics,
      retry: (key) => this.waiting.retry(key),
      takeBackNomination: (pod) => this.takeBackNomination(pod),
    })
    this.tellings = new Tellings(writes.pods)
    for (const pod of pods) this.changed('pods', 'ADDED', pod)
    options.metrics.read(() => this.waiting.counts(Date.now()))
  }

  /** Something changed, and the mirror has it. */
  changed(kind: SnapshotResource, type: ChangeType, object: JsonObject): void {
    if (kind === 'pods') this.takePod(type, object)
    const events = this.events.of(kind, type, object)
    if (events.length > 0) this.waiting.wake(events)
  }

  /** Until `signal`, an error, or the mirror is worn; then it waits for the answers to what it began. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.decideUntil(signal)
    } finally {
      // Whoever reads the cluster next finds nothing of this one under way.
      this.isEnding = true
      await Promise.all([this.bindings.end(), this.wayOut.end()])
    }
  }

  private async decideUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.mirror.isWorn) {
      const startedMs = Date.now()
      this.turnedMs = startedMs
      const ready = this.isBusy ? [] : this.waiting.ready(startedMs)
      this.mirror.flush()
      for (const pod of ready) {
        if (this.isBusy || Date.now() - startedMs >= SLICE_MS) break
        // One that left while others were decided is not tried.
        if (this.waiting.get(pod.key) === pod) this.attempt(pod)
      }
      await new Promise((resolve) => setTimeout(resolve, ready.length > 0 ? 0 : IDLE_MS))
    }
  }

  private get isBusy(): boolean {
    return this.bindings.isBusy || this.tellings.isBusy
  }

  private takePod(type: ChangeType, pod: JsonObject): void {
    const key = namespacedKey(pod)
    const isGone = type === 'DELETED' || textAt(pod, 'metadata', 'deletionTimestamp') !== ''
    if (isGone) this.wayOut.left(key)
    const isOurs = this.options.profiles.has(schedulerNameOf(pod))
    const waits = !isGone && textAt(pod, 'spec', 'nodeName') === '' && !hasFinished(pod)
    if (isOurs && waits) return this.takeWaiting(key, pod)
    // One that is gone needs no volumes any more.
    if (isGone && isOurs) this.bindings.cancel(key, 'the pod is gone')
    this.unbound.delete(key)
    this.tellings.forget(key)
    this.waiting.delete(key)
  }

  private takeWaiting(key: string, pod: JsonObject): void {
    const before = this.unbound.get(key)
    this.unbound.set(key, pod)
    if (this.mirror.expected.nodeOf(key) !== undefined) return
    // What is written of an attempt is no reason for another one.
    if (before !== undefined && isSameRequest(before, pod)) return
    this.waiting.put(key, priorityOf(pod), Date.now())
  }

  private attempt(waiting: WaitingPod): void {
    const { key } = waiting
    const object = this.unbound.get(key)
    if (object === undefined || this.wayOut.isUnderWay(key)) return
    const pod = this.mirror.take(object)
    if (pod === null) {
      return this.refuse(waiting, { reason: 'SchedulerError', message: 'the pod cannot be read' })
    }
    this.mirror.cluster.devices.ask({ nowMs: Date.now() })
    const startedMs = performance.now()
    const decision = this.cycle.decide(pod)
    this.startIndex = decision.nextStartIndex
    this.count(decision, performance.now() - startedMs)
    if (decision.outcome === 'scheduled') return this.place(waiting, object, decision)
    const nominatedNodeName = this.wayOut.take(key, podName(object), decision)
    this.mirror.put('pods', object)
    const rejectedBy = rejectingPlugins(decision)
    if (decision.outcome === 'gated') return this.waiting.failed(waiting, Date.now(), rejectedBy)
    const reason = decision.outcome === 'error' ? 'SchedulerError' : 'Unschedulable'
    const message = decision.message || `the outcome is ${decision.outcome}`
    this.refuse(waiting, { reason, message, nominatedNodeName, rejectedBy })
  }

  private count({ outcome, pod }: Decision, ms: number): void {
    if (outcome === 'gated') return
    const isKnown = outcome === 'scheduled' || outcome === 'unschedulable'
    this.options.metrics.attempted(pod.signature.schedulerName, isKnown ? outcome : 'error', ms)
  }

  private place(waiting: WaitingPod, object: JsonObject, decision: Decision): void {
    const { cluster, expected } = this.mirror
    const { key } = waiting
    const needs = unboundNeeds(cluster, decision.pod)
    if (needs !== null) {
      this.mirror.put('pods', object)
      return this.refuse(waiting, { reason: 'Unschedulable', message: needs })
    }
    const node = cluster.nodes.names[decision.node] ?? ''
    const deviceClaims = claimsToReserve(decision, this.mirror)
    this.cycle.assume(decision)
    expected.assume(key, node)
    this.waiting.delete(key)
    this.options.say(`${this.options.isDryRun ? 'would bind' : 'binds'} ${key} to ${node}`)
    if (this.options.isDryRun) return
    const { mirror, writes } = this
    const placed = { pod: decision.pod, node, deviceClaims }
    const preBindings = preBindingsOf(
      mirror,
      writes.objects,
      placed,
      this.options.limits(decision.pod.signature.schedulerName),
    )
    this.bindings.start({ key, pod: object, node, preBindings }, (why) =>
      this.takeBack(waiting, podName(object), why),
    )
  }

  /** It was not bound. */
  private takeBack(waiting: WaitingPod, { uid }: PodName, message: string): void {
    const { key } = waiting
    // The next one finds it as it is.
    if (this.isEnding) return
    const latest = this.unbound.get(key)
    // Another pod has the name by now, and may have been placed itself.
    if (latest !== undefined && podName(latest).uid !== uid) return
    this.mirror.expected.forget(key, 'node')
    // Bound by somebody else, or gone: the watch has told, and the mirror knows.
    if (latest === undefined) return
    this.mirror.put('pods', latest)
    this.refuse(waiting, { reason: 'SchedulerError', message, nominatedNodeName: '' })
    this.waiting.wake([POD_LEFT])
  }

  /** Of a pod of lower priority, which may no longer fit where it was to go. */
  private takeBackNomination(pod: Pod): void {
    const key = keyOf(nameOfPod(pod))
    const object = this.unbound.get(key)
    if (object === undefined) return
    this.nominate(key, object, '')
    this.tellings.tell(object, { nominatedNodeName: '' })
    this.waiting.retry(key)
  }

  /** From now on, before the API server tells. */
  private nominate(key: string, object: JsonObject, nodeName: string): void {
    this.mirror.expected.nominate(key, nodeName)
    this.mirror.put('pods', object)
  }

  /** The pod stays where it is, is told why, and is tried again. */
  private refuse(
    waiting: WaitingPod,
    { reason, message, nominatedNodeName: wanted, rejectedBy = [] }: Refusal,
  ): void {
    const { key } = waiting
    // An attempt that no plugin ended, as on a cluster without nodes, is tried again by itself.
    const waitsFor = reason === 'SchedulerError' || rejectedBy.length === 0 ? null : rejectedBy
    this.waiting.failed(waiting, Date.now(), waitsFor)
    const object = this.unbound.get(key)
    const nominatedNodeName = wanted === this.nominationOf(key) ? undefined : wanted
    const status = { scheduled: { reason, message }, nominatedNodeName }
    if (object === undefined || !this.tellings.isNews(key, status)) return
    this.options.say(`${key}: ${message}`)
    if (this.options.isDryRun) return
    if (nominatedNodeName !== undefined) this.nominate(key, object, nominatedNodeName)
    this.tellings.tell(object, status)
  }

  private nominationOf(key: string): string {
    const told = () => textAt(this.unbound.get(key), 'status', 'nominatedNodeName')
    return this.mirror.expected.nominationOf(key) ?? told()
  }
}
