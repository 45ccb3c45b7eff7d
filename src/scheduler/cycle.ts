import type { Cluster } from '../snapshot/cluster.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { bindingError, filterError, scoreError } from './attempt-error.ts'
import type { CachedCycleState } from './cached-cycle-state.ts'
import { type Decision, emptyDecision, type Outcome } from './decision.ts'
import type { ExtenderReplies } from './extenders/extender-replies.ts'
import { filterByExtenders } from './extenders/filter-by-extenders.ts'
import { PodExtenders } from './extenders/pod-extenders.ts'
import { drawnNode, scoreWithExtenders } from './extenders/score-by-extenders.ts'
import type { FeasibleNodes } from './filter/feasible-nodes.ts'
import type { FilterResult } from './filter/filter-result.ts'
import { verdictsBesideNominated, verdictsForNominatedPod } from './filter/nominated-node.ts'
import { type OpenNodes, openNodes } from './filter/open-nodes.ts'
import { type Search, wantedNodes } from './filter/search.ts'
import type { Gap } from './framework/gap.ts'
import type { Profile, ProfileSet } from './framework/profile.ts'
import { FITS, type Rejection } from './framework/status-table.ts'
import { KeptCycleStates } from './kept-cycle-states.ts'
import { knownNominations } from './known-nominations.ts'
import type { Nominations } from './nominations.ts'
import { preEnqueue } from './pre-enqueue.ts'
import { DryRun } from './preemption/dry-run.ts'
import { buildFitError, type FitError } from './preemption/fit-error.ts'
import type { PostFilterContext } from './preemption/post-filter.ts'
import { ScoreState } from './score/score-state.ts'
import { selectHost, type TieBreak } from './score/select-host.ts'
import {
  failedDecision,
  unknownDecision,
  unseen,
  unsureRefusal,
  withoutNodes,
} from './unknown-decision.ts'
import { unseenPriorities } from './unseen-priorities.ts'

/** What the caller may choose about a run; see schemas/decisions/decision-request.ts. */
export interface CycleOptions {
  readonly tieBreak: TieBreak
  readonly preemption: boolean
  readonly startIndex: number
  /** Where the counter starts that breaks ties in turn. */
  readonly roundRobin: number
  /** The present, for rules that need it; pods placed in the request started then. */
  readonly nowMs: number | null
  /** Who knows what the extenders of the profiles answer; absent: nobody, and they are not asked. */
  readonly extenders?: ExtenderReplies | null
}

/** What a caller gets who chooses nothing. */
export const USUAL_CYCLE: CycleOptions = {
  tieBreak: { kind: 'upstream' },
  preemption: true,
  startIndex: 0,
  roundRobin: 0,
  nowMs: null,
}

/** The scheduling cycle over one cluster: decides pods one after another, each on top of the last. */
export class SchedulingCycle {
  private readonly cluster: Cluster
  private readonly profiles: ProfileSet
  private readonly options: CycleOptions
  private nominations: Nominations
  /** Of what the nominations were taken. */
  private nominatedIn: { readonly version: number; readonly pending: readonly Pod[] }
  private readonly cycleStates: KeptCycleStates
  private roundRobin: number

  constructor(
    cluster: Cluster,
    profiles: ProfileSet,
    options: CycleOptions,
    nominations: Nominations = knownNominations(cluster, profiles),
  ) {
    this.cluster = cluster
    this.profiles = profiles
    this.options = options
    this.nominations = nominations
    const { version, pending } = cluster
    this.nominatedIn = { version, pending }
    this.cycleStates = new KeptCycleStates(cluster)
    this.roundRobin = options.roundRobin
    cluster.devices.ask({ nowMs: options.nowMs })
  }

  /** Decides one pod. The decision is to be read before `assume` or the next `decide`. */
  decide(pod: Pod): Decision {
    this.followEdits()
    this.cluster.beforeDeciding(pod)
    const profile = this.profiles.get(pod.signature.schedulerName)
    if (pod.signature.terminating) return this.without(pod, 'terminating')
    if (profile === undefined) return this.without(pod, 'notResponsible')

    // PreEnqueue: a gated pod never enters the queue.
    const { gate, error, gaps: unread } = preEnqueue(this.cluster, profile, pod)
    if (gate !== null) {
      return { ...this.without(pod, 'gated'), message: gate.reasons.join(', '), preFilter: gate }
    }
    if (error !== null) return { ...this.without(pod, 'error'), message: error }
    const gaps = this.isRoomUnclear(profile, pod)
      ? [...unread, ...unseenPriorities(this.cluster)]
      : unread
    if (this.cluster.nodes.count === 0) {
      return withoutNodes(this.without(pod, 'unschedulable'), this.cluster, gaps)
    }

    // PreFilter: what concerns the pod as a whole.
    const cycleState = this.cycleStates.of(profile, pod)
    const { rejection, statuses, candidates } = cycleState
    if (rejection !== null) return this.rejected(pod, profile, rejection, unseen(statuses, gaps))

    // Filter: every node's first rejection, with the pods nominated to it and without them.
    const own = this.filter(profile, cycleState, pod)
    const open = openNodes(candidates, own, gaps)
    const fitting = this.nominatedNode(profile, pod, own)
    const isSure = gaps.length === 0 && fitting !== null
    if (open !== null && !isSure) {
      return unknownDecision(this.without(pod, 'unknown'), cycleState, own, open)
    }
    const failure = filterError(own, profile.rules)
    if (failure !== null) {
      const failed = { ...this.without(pod, 'error'), message: failure, filter: own }
      return failedDecision(failed, unseen(statuses, gaps))
    }

    return this.decideAmongFitting({ pod, profile, cycleState, gaps }, own, open, fitting)
  }

  /** The second half of an attempt: the filters let some nodes pass, or none. */
  private decideAmongFitting(
    { pod, profile, cycleState, gaps }: Attempt,
    own: FilterResult,
    open: OpenNodes | null,
    fitting: number | null,
  ): Decision {
    const { restrictedBy } = cycleState
    // Extenders filter what is left.
    const extenders = this.extendersFor(profile, pod)
    const passed = filterByExtenders(extenders, own, { nominated: fitting, restrictedBy })
    if (passed.kind === 'failed') {
      const failed = { ...this.without(pod, 'error'), message: passed.message, filter: own }
      return failedDecision(failed, passed.gaps)
    }
    const { filter, nominated } = passed
    const { feasible } = filter.search

    // PostFilter: who would have to go.
    if (feasible.length === 0) {
      return this.unschedulable({ pod, profile, cycleState, filter, extenders }, gaps)
    }

    // PreScore, Score and NormalizeScore. Upstream scores only where there is a choice.
    const hasChoice = feasible.length > 1 && nominated === null
    const { scored, added } =
      extenders === null
        ? { scored: cycleState.score(pod, filter.search, filter.verdict), added: null }
        : scoreWithExtenders(extenders, cycleState, { ...passed, hasChoice })
    // Scores are made among all that are feasible.
    const scores = scored instanceof ScoreState && open === null ? scored : null
    if (!(scored instanceof ScoreState) && hasChoice) {
      const message = scoreError(scored, feasible.length, profile.rules)
      return failedDecision({ ...this.without(pod, 'error'), message, filter }, gaps)
    }
    if (extenders !== null && extenders.gaps.length > 0) {
      return failedDecision({ ...this.without(pod, 'unknown'), filter }, extenders.gaps)
    }

    // Select: the node that the pod is nominated to, else the best.
    const drawn = scores === null ? null : drawnNode(profile.rules, feasible, scores, added)
    const node = nominated ?? drawn ?? this.select(profile, feasible, scores)
    // Where the nominated node does, no search is made.
    const nextStartIndex =
      nominated === null ? this.nextStartIndex(profile, filter.search) : this.options.startIndex
    const found = { filter, scores, nextStartIndex }

    // Reserve: a plugin that cannot take what the pod needs there ends the attempt.
    const unbound = bindingError(profile, pod, node) ?? extenders?.bindingFailure(node) ?? null
    if (unbound !== null) return { ...this.without(pod, 'error'), ...found, message: unbound }
    return { ...this.without(pod, 'scheduled'), ...found, node }
  }

  /** Rows and pending pods of an edited cluster are others. */
  private followEdits(): void {
    const { version, pending } = this.cluster
    if (this.nominatedIn.version === version && this.nominatedIn.pending === pending) return
    this.nominatedIn = { version, pending }
    this.nominations = knownNominations(this.cluster, this.profiles)
  }

  /** A pod that names its node is not decided again; from its turn on it counts there, unless it has finished. */
  alreadyAssigned(pod: Pod, nodeName: string, isFinished: boolean): Decision {
    this.followEdits()
    const node = this.cluster.nodes.rowOf.get(nodeName) ?? -1
    this.nominations.remove(pod)
    if (node >= 0 && !isFinished) this.cluster.assume(pod, node)
    return { ...this.without(pod, 'alreadyAssigned'), node, assignedTo: nodeName }
  }

  /** No scheduler is shown a pod that has run to its end. */
  finished(pod: Pod): Decision {
    return this.without(pod, 'notResponsible')
  }

  /** Counts a placed pod on its node, and takes the volumes and claims chosen for it. */
  assume({ pod, node }: Pick<Decision, 'pod' | 'node'>): void {
    const profile = this.profiles.get(pod.signature.schedulerName)
    for (const plugin of profile?.reserve ?? []) {
      plugin.reserve?.(this.cluster.readBy(plugin.name, 'outcome'), pod, node)
    }
    this.nominations.remove(pod)
    this.cluster.assume(pod, node)
  }

  /** It passes the filters of these plugins on this node, as things stand. */
  fits(pod: Pod, node: number, plugins: ReadonlySet<string>): boolean {
    this.followEdits()
    const profile = this.profiles.get(pod.signature.schedulerName)
    if (profile === undefined) return false
    const { rejection, filterState } = this.cycleStates.of(profile, pod)
    if (rejection !== null) return false
    const filters = filterState.active().filter(({ plugin }) => plugins.has(plugin))
    const dryRun = new DryRun(this.cluster, filterState, filters)
    const restore = dryRun.begin(node)
    const { respectsNominations } = profile.rules
    const nominated = respectsNominations ? this.nominations.respectedOn(node, pod) : []
    const verdict = dryRun.verdictWith(nominated)
    restore()
    return verdict === FITS
  }

  /** What the verdicts about this pod rest on and was not seen, as things stand. */
  unseenOf(pod: Pod): readonly Gap[] {
    const profile = this.profiles.get(pod.signature.schedulerName)
    return profile === undefined ? [] : unseen(this.cycleStates.of(profile, pod).statuses, [])
  }

  private extendersFor(profile: Profile, pod: Pod): PodExtenders | null {
    return PodExtenders.of({ cluster: this.cluster, profile, pod }, this.options.extenders ?? null)
  }

  private filter(profile: Profile, cycleState: CachedCycleState, pod: Pod): FilterResult {
    const { filterState: pass, statuses, candidates } = cycleState
    const wanted = wantedNodes(candidates.length, profile.percentageOfNodesToScore)
    const { startIndex } = this.options
    // What the node itself rejects is certain where it is unclear for whom there must be room.
    const hasNoNominations =
      this.nominations.isEmpty ||
      !profile.rules.respectsNominations ||
      this.isRoomUnclear(profile, pod)
    const nominations = hasNoNominations ? [] : [...this.nominations.respectedBy(pod)]
    if (nominations.length === 0) {
      const search = cycleState.search(wanted, startIndex)
      const { verdict } = pass
      return { search, verdict, statuses, pass, reportedVerdict: verdict }
    }
    const verdict = verdictsBesideNominated(this.cluster, pass, nominations)
    const search = cycleState.searchIn(verdict, wanted, startIndex)
    return { search, verdict, statuses, pass, reportedVerdict: verdict }
  }

  /** The node that a preemption nominated the pod to, if the pod still fits there. */
  private nominatedNode(profile: Profile, pod: Pod, { verdict }: FilterResult): number | null {
    if (!profile.rules.triesNominatedNode) return null
    const node = this.cluster.nodes.rowOf.get(pod.nominatedNodeName)
    return node !== undefined && verdict[node] === FITS ? node : null
  }

  private select(profile: Profile, feasible: FeasibleNodes, scores: ScoreState | null): number {
    if (scores === null || feasible.length === 1) return feasible.at[0]
    const { tieBreak } = this.options
    const { selection } = profile.rules
    // Without score plugins upstream looks for one feasible node only, and takes it.
    if (selection === 'heap' && profile.score.length === 0) return feasible.at[0]
    const turn = selection === 'heap' ? 0 : this.roundRobin++
    const { names } = this.cluster.nodes
    return selectHost({ tieBreak, selection, turn, names }, feasible, scores)
  }

  private nextStartIndex(profile: Profile, { notSearched, nextStartIndex }: Search): number {
    if (notSearched === 0 || !profile.rules.resumesAfterSurplus) return nextStartIndex
    return (nextStartIndex + 1) % this.cluster.nodes.count
  }

  private without(pod: Pod, outcome: Outcome): Decision {
    return emptyDecision(pod, outcome, this.options.startIndex, this.roundRobin)
  }

  private rejected(
    pod: Pod,
    profile: Profile,
    preFilter: Rejection,
    gaps: readonly Gap[],
  ): Decision {
    if (preFilter.code === 'Error') {
      const message = `running PreFilter plugin "${preFilter.plugin}": ${preFilter.reasons.join(', ')}`
      return failedDecision({ ...this.without(pod, 'error'), message, preFilter }, gaps)
    }
    const refused = { ...this.without(pod, 'unschedulable'), preFilter }
    const missing = [...gaps, ...this.unclearVictims(profile)]
    if (missing.length > 0) return unsureRefusal(refused, missing)
    const extenders = this.extendersFor(profile, pod)
    const fitError = this.buildFitError(profile, { pod, preFilter, filter: null, extenders })
    return { ...refused, ...fitError }
  }

  private unschedulable(refusal: Refusal, podGaps: readonly Gap[]): Decision {
    const { pod, profile, filter, extenders } = refusal
    const { statuses } = refusal.cycleState
    const nextStartIndex = this.nextStartIndex(profile, filter.search)
    const refused = { ...this.without(pod, 'unschedulable'), filter, nextStartIndex }
    const gaps = [...unseen(statuses, podGaps), ...this.unclearVictims(profile)]
    if (gaps.length > 0) return unsureRefusal(refused, gaps)
    const fitError = this.fitError(refusal)
    if (extenders !== null && extenders.gaps.length > 0)
      return unsureRefusal(refused, extenders.gaps)
    // The dry run of a preemption may need what no filter did before.
    if (statuses.hasUnknown) return unsureRefusal(refused, statuses.allGaps())
    return { ...refused, ...fitError }
  }

  /** Pods nominated to nodes may or may not count there. */
  private isRoomUnclear(profile: Profile, pod: Pod): boolean {
    if (this.cluster.unseenPriorityClasses.size === 0) return false
    return profile.rules.respectsNominations && this.nominations.isUnclear(pod)
  }

  private unclearVictims({ postFilter }: Profile): readonly Gap[] {
    if (!this.options.preemption || postFilter.length === 0) return []
    return unseenPriorities(this.cluster)
  }

  private fitError({ pod, profile, cycleState, filter, extenders }: Refusal): FitError {
    // Without nominations and extenders, which differ from pod to pod, like pods are refused alike.
    if (!this.nominations.isEmpty) {
      const told = verdictsForNominatedPod(this.cluster, cycleState, this.nominations, pod, filter)
      return this.buildFitError(profile, { pod, preFilter: null, filter: told, extenders })
    }
    const refused = { pod, preFilter: null, filter, extenders }
    if (extenders !== null) return this.buildFitError(profile, refused)
    cycleState.fitError ??= this.buildFitError(profile, refused)
    return cycleState.fitError
  }

  private buildFitError(
    profile: Profile,
    refused: Pick<PostFilterContext, 'pod' | 'preFilter' | 'filter' | 'extenders'>,
  ): FitError {
    const { cluster, nominations } = this
    const { preemption: wantsPreemption, nowMs } = this.options
    return buildFitError({ cluster, nominations, wantsPreemption, nowMs, ...refused }, profile)
  }
}

/** What the first half of an attempt found. */
interface Attempt {
  readonly pod: Pod
  readonly profile: Profile
  readonly cycleState: CachedCycleState
  /** What concerns the pod and was not seen. */
  readonly gaps: readonly Gap[]
}

/** A pod that no node is left for. */
interface Refusal extends Omit<Attempt, 'gaps'> {
  readonly filter: FilterResult
  readonly extenders: PodExtenders | null
}
