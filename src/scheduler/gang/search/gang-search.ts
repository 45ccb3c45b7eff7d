import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../../snapshot/pods/pod-reader.ts'
import { hasPodAffinityTerms, type PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { type CycleOptions, SchedulingCycle } from '../../cycle.ts'
import type { Decision, Outcome } from '../../decision.ts'
import type { ProfileSet } from '../../framework/profile.ts'
import { FITS } from '../../framework/status-table.ts'
import { withoutAttempt } from '../../without-attempt.ts'
import type { Gang, Placement, SearchEnd } from './gang.ts'
import { hasRoom, type MayUse, packResources } from './pack-resources.ts'
import { type FreshTrial, searchOrders } from './search-orders.ts'

/** A member without a node. */
export interface DeniedMember {
  readonly pod: Pod
  readonly outcome: Outcome
  /** Why not, with all others placed that fit one after another; empty when it is one of these. */
  readonly message: string
  /** Why not even with no other member placed; empty when it fits alone. */
  readonly alone: string
}

/** What became of a gang. */
export interface GangOutcome {
  readonly gang: Gang
  readonly isPlaced: boolean
  readonly foundBy: 'greedy' | 'search' | null
  /** null: greedy was enough, or there was nothing to search for. */
  readonly search: Pick<SearchEnd, 'kind' | 'steps'> | null
  /** How many fit one after another. */
  readonly greedy: number
  /** Members that have a node now. */
  readonly placed: number
  /** Too few members exist, or somebody's fate is not known. */
  readonly because: 'tooFewMembers' | 'unknown' | null
  readonly denied: readonly DeniedMember[]
}

interface GreedyTry {
  readonly placements: readonly Placement[]
  readonly denied: readonly DeniedMember[]
  readonly hasUnknown: boolean
}

const NOBODY: ReadonlySet<Pod> = new Set()

/**
 * Decides pods in the order given, each gang as a whole when its first member is due: all of its
 * minimum are placed, or none. First one after another as a scheduler would (greedy); if that fails a
 * bounded search. A gang displaces nobody, and holds nothing while it waits, so that gangs whose
 * members come interleaved do not block one another.
 */
export class GangSearch {
  readonly outcomes: GangOutcome[] = []
  private readonly cluster: Cluster
  private readonly profiles: ProfileSet
  private readonly options: CycleOptions
  private readonly gangOf: ReadonlyMap<Pod, Gang>

  constructor(
    cluster: Cluster,
    profiles: ProfileSet,
    options: CycleOptions,
    gangs: readonly Gang[],
  ) {
    this.cluster = cluster
    this.profiles = profiles
    this.options = options
    this.gangOf = new Map(gangs.flatMap((gang) => gang.members.map((pod) => [pod, gang])))
  }

  *decide(pods: readonly PodToDecide[]): Generator<Decision, void, void> {
    const cycle = new SchedulingCycle(this.cluster, this.profiles, this.options)
    const done = new Set<Gang>()
    for (const one of pods) {
      const { pod } = one
      const gang = this.gangOf.get(pod)
      const known = withoutAttempt(cycle, one)
      if (known !== null) yield known
      else if (gang === undefined) {
        const decision = cycle.decide(pod)
        yield decision
        if (decision.outcome === 'scheduled') cycle.assume(decision)
      } else if (!done.has(gang)) {
        done.add(gang)
        yield* this.decideGang(gang, cycle)
      }
    }
  }

  private *decideGang(gang: Gang, cycle: SchedulingCycle): Generator<Decision, void, void> {
    const greedy = this.tryGreedy(gang.members)
    const outcome = this.settle(gang, greedy)
    if (outcome.told.isPlaced) yield* this.place(gang, outcome.placements, cycle)
    else yield* this.turnDown(gang, outcome.told)
    const placed = gang.members.filter(({ node }) => node >= 0).length
    this.outcomes.push({ ...outcome.told, placed })
  }

  private settle(gang: Gang, greedy: GreedyTry) {
    const need = gang.minMember - gang.running
    const count = greedy.placements.length
    const base = { gang, greedy: count, placed: 0, denied: greedy.denied, search: null }
    const nothing = { ...base, isPlaced: false, foundBy: null }
    const none: readonly Placement[] = []
    if (gang.members.length < need) {
      return { placements: none, told: { ...nothing, because: 'tooFewMembers' as const } }
    }
    if (count >= need) {
      const told = { ...base, isPlaced: true, foundBy: 'greedy' as const, because: null }
      return { placements: greedy.placements, told }
    }
    if (greedy.hasUnknown) {
      return { placements: none, told: { ...nothing, because: 'unknown' as const } }
    }
    const end = this.search(gang.members, need)
    const search = { kind: end.kind, steps: end.steps }
    if (end.kind !== 'found') {
      return { placements: none, told: { ...nothing, search, because: null } }
    }
    const told = { ...base, isPlaced: true, foundBy: 'search' as const, search, because: null }
    return { placements: end.placements, told }
  }

  /** One after another on a copy of the cluster. */
  private tryGreedy(members: readonly Pod[]): GreedyTry {
    const { cycle } = this.fresh()
    const placements: Placement[] = []
    const left: Pod[] = []
    for (const pod of members) {
      const decision = cycle.decide(pod)
      if (decision.outcome === 'scheduled') {
        placements.push({ pod, node: decision.node })
        cycle.assume(decision)
      } else left.push(pod)
    }
    const alone = this.fresh().cycle
    let hasUnknown = false
    const denied = left.map((pod) => {
      const { outcome, message } = cycle.decide(pod)
      hasUnknown ||= outcome === 'unknown'
      return { pod, outcome, message, alone: alone.decide(pod).message }
    })
    for (const pod of members) pod.node = -1
    return { placements, denied, hasUnknown }
  }

  private search(members: readonly Pod[], count: number): SearchEnd {
    const isPlain = members.every(({ signature }) => dependsOnResourcesOnly(signature))
    const { cycle, cluster } = this.fresh()
    const mayUse = isPlain ? verdictsAlone(cycle, members) : () => true
    if (this.countsAsTheScheduler(cycle, members)) {
      const packed = packResources(cluster, members, count, mayUse)
      // What the sums do not allow no order can.
      if (packed.kind !== 'found' && (isPlain || packed.kind === 'exhausted')) return packed
      if (packed.kind === 'found' && this.isTrue(packed.placements)) return packed
    }
    return searchOrders(() => this.fresh(), members, count)
  }

  /** No rule gives a node to a member that does not have the room, such as devices would. */
  private countsAsTheScheduler(cycle: SchedulingCycle, members: readonly Pod[]): boolean {
    const seen = new Set<PodSignature>()
    for (const pod of members) {
      if (seen.has(pod.signature)) continue
      seen.add(pod.signature)
      const { filter } = cycle.decide(pod)
      if (filter === null) continue
      for (let node = 0; node < filter.verdict.length; node++) {
        if (filter.verdict[node] === FITS && !hasRoom(this.cluster, pod, node)) return false
      }
    }
    return true
  }

  /** Every filter agrees, each member on top of those before it. */
  private isTrue(placements: readonly Placement[]): boolean {
    const { cycle } = this.fresh()
    const agrees = placements.every(({ pod, node }) => {
      if (cycle.decide(pod).filter?.verdict[node] !== FITS) return false
      cycle.assume({ pod, node })
      return true
    })
    for (const { pod } of placements) pod.node = -1
    return agrees
  }

  /** The members' decisions, made on the cluster itself: as they were found, then those that also fit. */
  private *place(
    gang: Gang,
    placements: readonly Placement[],
    cycle: SchedulingCycle,
  ): Generator<Decision, void, void> {
    const rows = new Map(placements.map(({ pod, node }) => [pod, node]))
    const withoutEvictions = this.cycleOn(this.cluster)
    const rest = gang.members.filter((pod) => !rows.has(pod))
    for (const { pod, node } of placements) {
      yield { ...withoutEvictions.decide(pod), node, group: gang.name }
      cycle.assume({ pod, node })
    }
    for (const pod of rest) {
      const decision = withoutEvictions.decide(pod)
      yield { ...decision, group: gang.name }
      if (decision.outcome === 'scheduled') cycle.assume(decision)
    }
  }

  private *turnDown(
    gang: Gang,
    told: Omit<GangOutcome, 'placed'>,
  ): Generator<Decision, void, void> {
    const { cycle } = this.fresh()
    const message = sentenceOf(told)
    for (const pod of gang.members) {
      const decision = cycle.decide(pod)
      if (decision.outcome !== 'scheduled') yield { ...decision, group: gang.name }
      else {
        yield { ...decision, outcome: 'unschedulable', node: -1, message, group: gang.name }
        cycle.assume(decision)
      }
    }
    for (const pod of gang.members) pod.node = -1
  }

  private readonly fresh: FreshTrial = () => {
    const cluster = this.cluster.fork(NOBODY)
    return { cluster, cycle: this.cycleOn(cluster) }
  }

  /** Nobody is displaced for a gang. */
  private cycleOn(cluster: Cluster): SchedulingCycle {
    return new SchedulingCycle(cluster, this.profiles, { ...this.options, preemption: false })
  }
}

/** Where each kind of member could go if the cluster had room for one. */
function verdictsAlone(cycle: SchedulingCycle, members: readonly Pod[]): MayUse {
  const verdicts = new Map<PodSignature, Uint8Array>()
  for (const pod of members) {
    if (verdicts.has(pod.signature)) continue
    const { filter } = cycle.decide(pod)
    const fits = filter === null ? [] : Array.from(filter.verdict, (one) => Number(one === FITS))
    verdicts.set(pod.signature, Uint8Array.from(fits))
  }
  return (signature, node) => verdicts.get(signature)?.[node] === 1
}

/** Members come into each other's way by what they take of a node, and in no other. */
function dependsOnResourcesOnly(signature: PodSignature): boolean {
  const { spreadConstraints, hostPorts, volumes, resourceClaims } = signature
  return (
    !hasPodAffinityTerms(signature) &&
    spreadConstraints.every(({ hard }) => hard !== true) &&
    hostPorts.length + volumes.length + resourceClaims.length === 0
  )
}

function sentenceOf({ gang, greedy, search, because }: Omit<GangOutcome, 'placed'>): string {
  const { name, minMember, running, members } = gang
  const start = `gang ${name} is not placed: `
  if (because === 'tooFewMembers') {
    return `${start}it has ${running + members.length} of ${minMember} members`
  }
  if (because === 'unknown') return `${start}whether a member fits is not known`
  const fit = `${running + greedy} of ${minMember} fit one after another`
  const proof = search?.kind === 'exhausted' ? 'and no arrangement has room for all' : NOT_PROVED
  return `${start}${fit}, ${proof}`
}

const NOT_PROVED = 'and the search for another arrangement was cut off'
