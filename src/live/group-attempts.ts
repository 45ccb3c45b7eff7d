import type { CycleOptions } from '../scheduler/cycle.ts'
import type { Decision } from '../scheduler/decision.ts'
import type { PodGroupOutcome } from '../scheduler/gang/gang-cycle.ts'
import { PodGroupCycle } from '../scheduler/gang/pod-group-cycle.ts'
import type { JsonObject } from '../snapshot/json/fields.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { podName } from './api-server/pod-writes.ts'
import { type Placed, placedBy } from './binding/pre-bindings.ts'
import type { Extenders } from './extenders.ts'
import type { LiveSchedulerOptions } from './live-scheduler-options.ts'
import type { ClusterMirror } from './mirror/mirror.ts'
import type { Outcomes, Refusal } from './outcomes.ts'
import { PodGroupConditions } from './pod-group-conditions.ts'
import { stayingOf } from './preemptions.ts'
import { groupKeyOf, type UnboundPods } from './unbound-pods.ts'
import type { WaitingEntity, WaitingPods } from './waiting-pods.ts'
import type { WayOut } from './way-out.ts'
import type { Writes } from './writes.ts'

/** Where preemption looks for room for a group, in the words of its events. */
const EVERYWHERE = 'cluster'

interface GroupAttemptsContext {
  readonly mirror: ClusterMirror
  readonly writes: Writes
  readonly options: LiveSchedulerOptions
  readonly cycle: CycleOptions
  readonly unbound: UnboundPods
  readonly waiting: WaitingPods
  readonly outcomes: Outcomes
  readonly wayOut: WayOut
  readonly extenders: Extenders
}

/** One member, as it was told of last. */
interface Member {
  readonly key: string
  readonly object: JsonObject
  readonly pod: Pod
}

/** What was decided of one member, read before the next is decided. */
type Fate =
  | { readonly member: Member; readonly kind: 'placed'; readonly placed: Placed }
  | { readonly member: Member; readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly member: Member; readonly kind: 'gated' }

/** Decides the pods of a PodGroup together (scheduleOnePodGroup). */
export class GroupAttempts {
  private readonly context: GroupAttemptsContext
  private readonly conditions: PodGroupConditions

  constructor(context: GroupAttemptsContext) {
    this.context = context
    const { mirror, writes, options } = context
    this.conditions = new PodGroupConditions(mirror, writes.objects, options.say)
  }

  /** Until all that was begun is done. */
  end(): Promise<void> {
    return this.conditions.end()
  }

  async attempt(entity: WaitingEntity, keys: readonly string[]): Promise<void> {
    const { waiting, extenders } = this.context
    const members = this.take(keys)
    if (members.length === 0) return waiting.delete(entity.key)
    const startedMs = performance.now()
    const decide = () => this.decide(members)
    await extenders.decide(members, decide, ({ fates, outcome }) => {
      for (const fate of fates) this.putBack(fate)
      // Its queue has not all of it yet.
      if (outcome === undefined) return waiting.gated(entity, Date.now())
      this.count(members, outcome, performance.now() - startedMs)
      this.follow(entity, members, fates, outcome)
    })
  }

  private follow(
    entity: WaitingEntity,
    members: readonly Member[],
    fates: readonly Fate[],
    outcome: PodGroupOutcome,
  ): void {
    this.queueAgain(entity, outcome, fates)
    for (const fate of fates) this.settle(entity, fate)
    this.makeRoom(entity, members, outcome)
    if (!this.context.options.isDryRun) this.conditions.tell(outcome)
  }

  private putBack({ kind, member }: Fate): void {
    if (kind !== 'placed') this.context.mirror.put('pods', member.object)
  }

  /** Those that are neither placed already nor cannot be read. */
  private take(keys: readonly string[]): Member[] {
    const { mirror, unbound, outcomes } = this.context
    return keys.flatMap((key) => {
      const object = unbound.get(key)
      if (object === undefined || mirror.expected.nodeOf(key) !== undefined) return []
      const pod = mirror.take(object)
      if (pod !== null) return [{ key, object, pod }]
      outcomes.refuse(key, { reason: 'SchedulerError', message: 'the pod cannot be read' })
      return []
    })
  }

  /** Nothing is placed while an extender's answer lacks. */
  private decide(members: readonly Member[]) {
    const { mirror, options } = this.context
    const cycle = new PodGroupCycle(mirror.cluster, options.profiles, this.context.cycle)
    const memberOf = new Map(members.map((one) => [one.pod, one]))
    const toDecide = members.map(({ pod }) => ({
      pod,
      nodeName: '',
      isFinished: false,
      defaulted: [],
    }))
    const fates: Fate[] = []
    for (const decision of cycle.decide(toDecide)) {
      const member = memberOf.get(decision.pod)
      if (member !== undefined) fates.push(this.fateOf(member, decision))
    }
    return { fates, outcome: cycle.outcomes[0] }
  }

  private fateOf(member: Member, decision: Decision): Fate {
    const { mirror } = this.context
    const { outcome, message, nominatedTo = -1 } = decision
    if (outcome === 'gated') return { member, kind: 'gated' }
    if (outcome === 'scheduled')
      return { member, kind: 'placed', placed: placedBy(decision, mirror) }
    const reason = outcome === 'unschedulable' ? 'Unschedulable' : 'SchedulerError'
    const nominatedNodeName = mirror.cluster.nodes.names[nominatedTo] ?? ''
    return { member, kind: 'refused', refusal: { reason, message, nominatedNodeName } }
  }

  private count(members: readonly Member[], outcome: PodGroupOutcome, ms: number): void {
    const profile = members[0]?.pod.signature.schedulerName ?? ''
    this.context.options.metrics.groupAttempted(profile, resultOf(outcome), ms)
  }

  /** A group that was scheduled is tried again at once with whom it left behind, any other after its back-off. */
  private queueAgain(
    entity: WaitingEntity,
    { reason }: PodGroupOutcome,
    fates: readonly Fate[],
  ): void {
    const { waiting } = this.context
    if (reason !== 'Scheduled') return waiting.failed(entity, Date.now(), null)
    waiting.delete(entity.key)
    const isLeft = fates.some(({ kind }) => kind === 'refused')
    if (isLeft) waiting.put(entity.key, entity.priority, Date.now())
  }

  private settle(entity: WaitingEntity, fate: Fate): void {
    const { outcomes } = this.context
    const { key, object } = fate.member
    if (fate.kind === 'placed') outcomes.place(entity, object, fate.placed)
    else if (fate.kind === 'refused') outcomes.refuse(key, fate.refusal)
  }

  private makeRoom(
    { key }: WaitingEntity,
    members: readonly Member[],
    found: PodGroupOutcome,
  ): void {
    const { mirror, wayOut } = this.context
    const victims = stayingOf(found.victims)
    const group = mirror.object('podGroups', groupKeyOf(key))
    if (victims.length === 0 || group === undefined) return
    const schedulerName = members[0]?.pod.signature.schedulerName ?? ''
    const apiVersion = mirror.apiVersionOf('podGroups')
    const preemptor = { apiVersion, kind: 'PodGroup', ...podName(group) } as const
    wayOut.displace({ key, preemptor, schedulerName, place: EVERYWHERE, victims })
  }
}

/** In the words of the metric. */
function resultOf({ reason, victims }: PodGroupOutcome) {
  if (reason === 'Scheduled') return 'scheduled'
  if (reason !== 'Unschedulable') return 'error'
  return victims.length > 0 ? 'waiting_on_preemption' : 'unschedulable'
}
