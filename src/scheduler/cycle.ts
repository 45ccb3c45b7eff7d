import type { Cluster, Pod } from '../snapshot/cluster.ts'
import { filterError, scoreError } from './attempt-error.ts'
import { Evaluation } from './cached-cycle-state.ts'
import { type Decision, emptyDecision, type Outcome } from './decision.ts'
import { FeasibleNodes } from './filter/feasible-nodes.ts'
import type { FilterResult } from './filter/filter-result.ts'
import { tellPromised } from './filter/nominated-node.ts'
import { wantedNodes } from './filter/search.ts'
import type { Profile, ProfileSet } from './framework/profile.ts'
import { FITS, type Rejection } from './framework/status-table.ts'
import { Nominations } from './nominations.ts'
import { Trial } from './preemption/dry-run.ts'
import { type Refusal, refuse } from './preemption/fit-error.ts'
import { ScorePass } from './score/score-state.ts'
import { selectHost, type TieBreak } from './score/select-host.ts'

/** What the caller may choose about a run; see schemas/decision-request.ts. */
export interface CycleOptions {
  readonly tieBreak: TieBreak
  readonly preemption: boolean
  readonly startIndex: number
  /** Where the counter starts that breaks ties in turn. */
  readonly roundRobin: number
  /** The present, for rules that need it; pods placed in the request started then. */
  readonly nowMs: number | null
}

const NONE_FEASIBLE = new FeasibleNodes(0)
const NO_NODES = 'no nodes available to schedule pods'
/** Kinds of pods whose findings are kept; each costs some columns over all nodes. */
const EVALUATIONS_MAX = 16

/** The scheduling cycle over one cluster: decides pods one after another, each on top of the last. */
export class SchedulingCycle {
  private readonly cluster: Cluster
  private readonly profiles: ProfileSet
  private readonly options: CycleOptions
  private readonly nominations: Nominations
  private readonly evaluations = new Map<string, Evaluation>()
  private roundRobin: number

  constructor(cluster: Cluster, profiles: ProfileSet, options: CycleOptions) {
    this.cluster = cluster
    this.profiles = profiles
    this.options = options
    this.nominations = new Nominations(cluster)
    this.roundRobin = options.roundRobin
  }

  /** Decides one pod. The decision is to be read before `assume` or the next `decide`. */
  decide(pod: Pod): Decision {
    const profile = this.profiles.get(pod.class.schedulerName)
    if (pod.class.terminating) return this.without(pod, 'terminating')
    if (profile === undefined) return this.without(pod, 'notResponsible')

    // PreEnqueue: a gated pod never enters the queue.
    for (const plugin of profile.preEnqueue) {
      const reasons = plugin.preEnqueue?.(pod, this.cluster) ?? null
      if (reasons === null) continue
      const code = 'UnschedulableAndUnresolvable'
      const preFilter = { plugin: plugin.name, code, reasons } as const
      return { ...this.without(pod, 'gated'), message: reasons.join(', '), preFilter }
    }
    const precheck = profile.rules.precheck?.(this.cluster, pod) ?? null
    if (precheck !== null) return { ...this.without(pod, 'error'), message: precheck }
    if (this.cluster.nodes.count === 0) {
      return { ...this.without(pod, 'unschedulable'), message: NO_NODES }
    }

    // PreFilter: what concerns the pod as a whole.
    const evaluation = this.evaluate(profile, pod)
    if (evaluation.rejection !== null) return this.rejected(pod, profile, evaluation.rejection)

    // Filter: every node's first objection, with the pods promised to it and without them.
    const filter = this.filter(profile, evaluation, pod)
    const failure = filterError(filter, profile.rules)
    if (failure !== null) return this.failed(pod, failure, filter)
    const { feasible } = filter.search

    // PostFilter: who would have to go.
    if (feasible.length === 0) return this.unschedulable(pod, profile, evaluation, filter)

    // PreScore, Score and NormalizeScore. Upstream scores only where there is a choice.
    const scored = evaluation.score(pod, filter.search, filter.verdict)
    const hasChoice = feasible.length > 1 && this.promisedNode(profile, pod, filter) === null
    const scores = scored instanceof ScorePass ? scored : null
    if (!(scored instanceof ScorePass) && hasChoice) {
      return this.failed(pod, scoreError(scored, feasible.length, profile.rules), filter)
    }

    // Select: the node promised to the pod, else the best.
    const node = this.select(profile, pod, filter, scores)
    const found = { filter, scores, nextStartIndex: this.nextStartIndex(profile, pod, filter) }

    // Reserve: a plugin that cannot take what the pod needs there ends the attempt.
    const { reserveFailure } = profile
    if (reserveFailure !== undefined) {
      return { ...this.without(pod, 'error'), ...found, message: reserveFailure }
    }
    return { ...this.without(pod, 'scheduled'), ...found, node }
  }

  /** A pod that names its node is not decided again; from its turn on it counts there, unless it has finished. */
  alreadyAssigned(pod: Pod, nodeName: string, isFinished: boolean): Decision {
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
  assume(decision: Decision): void {
    const { pod, node } = decision
    const profile = this.profiles.get(pod.class.schedulerName)
    for (const plugin of profile?.reserve ?? []) plugin.reserve?.(this.cluster, pod, node)
    this.nominations.remove(pod)
    this.cluster.assume(pod, node)
  }

  private evaluate(profile: Profile, pod: Pod): Evaluation {
    const key = `${pod.class.id} ${profile.schedulerName}`
    const known = this.evaluations.get(key)
    this.evaluations.delete(key)
    const evaluation =
      known === undefined || known.isVolatile ? new Evaluation(this.cluster, profile, pod) : known
    if (evaluation === known) evaluation.catchUp()
    this.evaluations.set(key, evaluation)
    const [oldest] = this.evaluations.keys()
    if (this.evaluations.size > EVALUATIONS_MAX && oldest !== undefined) {
      this.evaluations.delete(oldest)
    }
    return evaluation
  }

  private filter(profile: Profile, evaluation: Evaluation, pod: Pod): FilterResult {
    const { filterPass: pass, rejections, candidates } = evaluation
    const wanted = wantedNodes(candidates.length, profile.percentageOfNodesToScore)
    const { startIndex } = this.options
    const isUnpromised = this.nominations.isEmpty || !profile.rules.respectsNominations
    const promises = isUnpromised ? [] : [...this.nominations.respectedBy(pod)]
    if (promises.length === 0) {
      const search = evaluation.search(wanted, startIndex)
      const { verdict } = pass
      return { search, verdict, rejections, pass, toldVerdict: verdict }
    }
    const verdict = pass.verdict.slice()
    const trial = new Trial(this.cluster, pass)
    for (const [node, promised] of promises) {
      // PreFilter's choice of nodes stands, whoever is promised what.
      if (rejections.rank(verdict[node]) < 0) continue
      const restore = trial.begin(node)
      verdict[node] = trial.verdictWith(promised)
      restore()
    }
    const search = evaluation.searchIn(verdict, wanted, startIndex)
    return { search, verdict, rejections, pass, toldVerdict: verdict }
  }

  /** The node that a preemption promised to the pod, if the pod still fits there. */
  private promisedNode(profile: Profile, pod: Pod, { verdict }: FilterResult): number | null {
    if (!profile.rules.triesNominatedNode) return null
    const node = this.cluster.nodes.rowOf.get(pod.nominatedNodeName)
    return node !== undefined && verdict[node] === FITS ? node : null
  }

  private select(
    profile: Profile,
    pod: Pod,
    filter: FilterResult,
    scores: ScorePass | null,
  ): number {
    const promised = this.promisedNode(profile, pod, filter)
    if (promised !== null) return promised
    const { feasible } = filter.search
    if (scores === null || feasible.length === 1) return feasible.at[0]
    const { tieBreak } = this.options
    const { selection } = profile.rules
    // Without score plugins upstream looks for one feasible node only, and takes it.
    if (selection === 'heap' && profile.score.length === 0) return feasible.at[0]
    const turn = selection === 'heap' ? 0 : this.roundRobin++
    const { names } = this.cluster.nodes
    return selectHost({ tieBreak, selection, turn, names }, feasible, scores)
  }

  private nextStartIndex(profile: Profile, pod: Pod, filter: FilterResult): number {
    const { notSearched, nextStartIndex } = filter.search
    // Where the promised node does, no search is made.
    if (this.promisedNode(profile, pod, filter) !== null) return this.options.startIndex
    if (notSearched === 0 || !profile.rules.resumesAfterSurplus) return nextStartIndex
    return (nextStartIndex + 1) % this.cluster.nodes.count
  }

  /** No node is feasible for an attempt that failed, whatever the filters said of each. */
  private failed(pod: Pod, message: string, filter: FilterResult): Decision {
    const search = { ...filter.search, feasible: NONE_FEASIBLE }
    return { ...this.without(pod, 'error'), message, filter: { ...filter, search } }
  }

  private without(pod: Pod, outcome: Outcome): Decision {
    return emptyDecision(pod, outcome, this.options.startIndex, this.roundRobin)
  }

  private rejected(pod: Pod, profile: Profile, preFilter: Rejection): Decision {
    if (preFilter.code === 'Error') {
      const message = `running PreFilter plugin "${preFilter.plugin}": ${preFilter.reasons.join(', ')}`
      return { ...this.without(pod, 'error'), message, preFilter }
    }
    return {
      ...this.without(pod, 'unschedulable'),
      ...this.refuse(pod, profile, preFilter, null),
      preFilter,
    }
  }

  private unschedulable(
    pod: Pod,
    profile: Profile,
    evaluation: Evaluation,
    filter: FilterResult,
  ): Decision {
    const nextStartIndex = this.nextStartIndex(profile, pod, filter)
    const answer = { ...this.without(pod, 'unschedulable'), filter, nextStartIndex }
    // Without promises, which differ from pod to pod, like pods are refused alike.
    if (!this.nominations.isEmpty) {
      const told = tellPromised(this.cluster, evaluation, this.nominations, pod, filter)
      return { ...answer, ...this.refuse(pod, profile, null, told) }
    }
    evaluation.refusal ??= this.refuse(pod, profile, null, filter)
    return { ...answer, ...evaluation.refusal }
  }

  private refuse(
    pod: Pod,
    profile: Profile,
    preFilter: Rejection | null,
    filter: FilterResult | null,
  ): Refusal {
    const { cluster, nominations, options } = this
    const { preemption: wantsPreemption, nowMs } = options
    const context = { cluster, profile, nominations, wantsPreemption, nowMs }
    return refuse(context, pod, preFilter, filter)
  }
}
