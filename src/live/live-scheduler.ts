import { randomBytes } from 'node:crypto'
import { rejectingPlugins } from '../scheduler/around/rejecting-plugins.ts'
import { SchedulingCycle } from '../scheduler/cycle.ts'
import type { Decision } from '../scheduler/decision.ts'
import type { ProfileSet } from '../scheduler/framework/profile.ts'
import { profilesAmongGroups } from '../scheduler/gang/pod-group-cycle.ts'
import type { JsonObject } from '../snapshot/json/fields.ts'
import { namespacedKey, textAt } from '../snapshot/json/raw-object.ts'
import type { SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { ChangeType } from './api-server/change.ts'
import { podName } from './api-server/pod-writes.ts'
import { Bindings } from './binding/bindings.ts'
import { placedBy } from './binding/pre-bindings.ts'
import { Extenders } from './extenders.ts'
import { GroupAttempts } from './group-attempts.ts'
import { cycleOptions, type LiveSchedulerOptions } from './live-scheduler-options.ts'
import type { ClusterMirror, LiveReading } from './mirror/mirror.ts'
import { Outcomes } from './outcomes.ts'
import { hasFinished, isSameRequest, priorityOf, schedulerNameOf } from './pending-pod.ts'
import { QueueEvents } from './queue-events.ts'
import { groupEntity, UnboundPods } from './unbound-pods.ts'
import { type WaitingEntity, WaitingPods } from './waiting-pods.ts'
import { WayOut } from './way-out.ts'
import type { Writes } from './writes.ts'

/** Then what the API server says comes in between. */
const SLICE_MS = 100
const IDLE_MS = 50

/** Decides the pods of its profiles as they come, and binds them. */
export class LiveScheduler {
  private readonly mirror: ClusterMirror
  private readonly options: LiveSchedulerOptions
  private readonly cycle: SchedulingCycle
  private readonly waiting: WaitingPods
  private readonly bindings: Bindings
  private readonly extenders: Extenders
  private readonly wayOut: WayOut
  private readonly outcomes: Outcomes
  private readonly groups: GroupAttempts
  private readonly events = new QueueEvents()
  private readonly unbound = new UnboundPods()
  /** When its loop came round last, or began an attempt. */
  turnedMs: number = Date.now()
  /** Where the next search for nodes begins. */
  private startIndex = 0

  constructor({ mirror, pods }: LiveReading, writes: Writes, options: LiveSchedulerOptions) {
    this.mirror = mirror
    this.options = options
    this.extenders = new Extenders(mirror, options.profiles, options.calling)
    const { extenders } = this
    const cycle = cycleOptions(() => this.startIndex, extenders)
    const { cluster } = mirror
    this.cycle = new SchedulingCycle(cluster, profilesFor(mirror, options), cycle)
    // No process may give out the ids of shares that another gave.
    cluster.devices.ask({ seed: randomBytes(10).toString('hex') })
    this.waiting = new WaitingPods(options.rules)
    this.bindings = new Bindings(writes.pods, options.metrics, {
      hasNode: (name) => cluster.nodes.rowOf.has(name),
      bindByExtender: (placed, node) => extenders.bind(placed, node),
    })
    const { unbound, waiting, bindings } = this
    this.outcomes = new Outcomes({ mirror, writes, options, unbound, waiting, bindings })
    const { outcomes } = this
    this.wayOut = new WayOut(mirror, writes, bindings, {
      isDryRun: options.isDryRun,
      say: options.say,
      metrics: options.metrics,
      retry: (key) => waiting.retry(key),
      takeBackNomination: (pod) => outcomes.takeBackNomination(pod),
    })
    const { wayOut } = this
    const shared = { mirror, writes, options, unbound, waiting, outcomes, wayOut, extenders }
    this.groups = new GroupAttempts({ ...shared, cycle })
    for (const pod of pods) this.changed('pods', 'ADDED', pod)
    options.metrics.read(() => waiting.counts(Date.now()))
  }

  /** Something changed, and the mirror has it. */
  changed(kind: SnapshotResource, type: ChangeType, object: JsonObject): void {
    if (kind === 'pods') this.takePod(type, object)
    // What a group waits for it is told by itself.
    if (kind === 'podGroups') this.waiting.retry(groupEntity(namespacedKey(object)))
    const events = this.events.of(kind, type, object)
    if (events.length > 0) this.waiting.wake(events)
  }

  /** Until `signal`, an error, or the mirror is worn; then it waits for the answers to what it began. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.decideUntil(signal)
    } finally {
      // Whoever reads the cluster next finds nothing of this one under way.
      this.outcomes.end()
      await Promise.all([this.bindings.end(), this.wayOut.end(), this.groups.end()])
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
        if (this.waiting.get(pod.key) === pod) await this.attempt(pod)
      }
      await new Promise((resolve) => setTimeout(resolve, ready.length > 0 ? 0 : IDLE_MS))
    }
  }

  private get isBusy(): boolean {
    return this.bindings.isBusy || this.outcomes.isBusy
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
    this.outcomes.forget(key)
    this.leave(key)
  }

  private takeWaiting(key: string, pod: JsonObject): void {
    const before = this.unbound.get(key)
    this.unbound.put(key, pod)
    if (this.mirror.expected.nodeOf(key) !== undefined) return
    // What is written of an attempt is no reason for another one.
    if (before !== undefined && isSameRequest(before, pod)) return
    this.waiting.put(this.unbound.entityOf(key), priorityOf(pod), Date.now())
  }

  /** It waits no longer; a group does while another of its pods waits. */
  private leave(key: string): void {
    const entity = this.unbound.entityOf(key)
    this.unbound.delete(key)
    if (this.unbound.membersOf(entity)?.length) return
    this.waiting.delete(entity)
  }

  private async attempt(waiting: WaitingEntity): Promise<void> {
    const { key } = waiting
    // Extenders take their time, which does not make it stuck.
    this.turnedMs = Date.now()
    if (this.wayOut.isUnderWay(key)) return
    const members = this.unbound.membersOf(key)
    if (members === null) await this.attemptPod(waiting)
    else await this.groups.attempt(waiting, members)
  }

  private async attemptPod(waiting: WaitingEntity): Promise<void> {
    const { key } = waiting
    const object = this.unbound.get(key)
    if (object === undefined) return
    const pod = this.mirror.take(object)
    if (pod === null) {
      this.waiting.failed(waiting, Date.now(), null)
      const message = 'the pod cannot be read'
      return this.outcomes.refuse(key, { reason: 'SchedulerError', message })
    }
    this.mirror.cluster.devices.ask({ nowMs: Date.now() })
    const startedMs = performance.now()
    const decide = () => this.cycle.decide(pod)
    await this.extenders.decide([{ pod, object }], decide, (decision) => {
      this.startIndex = decision.nextStartIndex
      this.count(decision, performance.now() - startedMs)
      if (decision.outcome === 'scheduled') this.place(waiting, object, decision)
      else this.refuse(waiting, object, decision)
    })
  }

  private count({ outcome, pod }: Decision, ms: number): void {
    if (outcome === 'gated') return
    const isKnown = outcome === 'scheduled' || outcome === 'unschedulable'
    this.options.metrics.attempted(pod.signature.schedulerName, isKnown ? outcome : 'error', ms)
  }

  private place(waiting: WaitingEntity, object: JsonObject, decision: Decision): void {
    const { key } = waiting
    const placed = placedBy(decision, this.mirror)
    this.cycle.assume(decision)
    this.waiting.delete(key)
    this.outcomes.place(waiting, object, placed)
  }

  private refuse(waiting: WaitingEntity, object: JsonObject, decision: Decision): void {
    const { key } = waiting
    const { outcome, message } = decision
    const nominatedNodeName = this.wayOut.take(key, podName(object), decision)
    this.mirror.put('pods', object)
    const rejectedBy = rejectingPlugins(decision)
    if (outcome === 'gated') return this.waiting.gated(waiting, Date.now(), rejectedBy)
    const reason = outcome === 'error' ? 'SchedulerError' : 'Unschedulable'
    // An attempt that no plugin ended, as on a cluster without nodes, is tried again by itself.
    const isTriedAgain = reason === 'SchedulerError' || rejectedBy.length === 0
    this.waiting.failed(waiting, Date.now(), isTriedAgain ? null : rejectedBy)
    const told = message || `the outcome is ${outcome}`
    this.outcomes.refuse(key, { reason, message: told, nominatedNodeName })
  }
}

/** Where pod groups are served, their pods are displaced as they say. */
function profilesFor(mirror: ClusterMirror, { profiles }: LiveSchedulerOptions): ProfileSet {
  return mirror.apiVersionOf('podGroups') === '' ? profiles : profilesAmongGroups(profiles)
}
