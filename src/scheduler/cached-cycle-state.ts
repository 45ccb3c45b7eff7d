import type { Cluster } from '../snapshot/cluster.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import type { PodSignature } from '../snapshot/pods/pod-signature.ts'
import type { ScoreFailure } from './attempt-error.ts'
import type { FeasibleNodes } from './filter/feasible-nodes.ts'
import { FilterPreparation } from './filter/filter-preparation.ts'
import type { FilterResult } from './filter/filter-result.ts'
import { FilterState, type RankedFilter } from './filter/filter-state.ts'
import { type Search, search } from './filter/search.ts'
import type { NodeList } from './framework/node-list.ts'
import type { Profile } from './framework/profile.ts'
import { FITS, PluginStatuses, type Rejection, StatusTable } from './framework/status-table.ts'
import type { FitError } from './preemption/fit-error.ts'
import type { WeightedScorer } from './score/score-column.ts'
import { ScoreState } from './score/score-state.ts'

/** Of more, all nodes are searched again as fast. */
const FLIPS_MAX = 64

/**
 * All that one profile finds out about one kind of pod, kept from pod to pod: like pods pay only for
 * what placements changed in between.
 */
export class CachedCycleState {
  readonly statuses: StatusTable = new StatusTable()
  readonly rejection: Rejection | null
  /** Plugins that named the only nodes worth looking at. */
  readonly restrictedBy: readonly string[]
  /** Another pod needs another state, or this one brought to it, however alike it is. */
  readonly isPerPod: boolean
  readonly candidates: NodeList
  readonly filterState: FilterState
  /** What the last pod of this kind was told that fit nowhere, while that still holds. */
  fitError: FitError | null = null
  private readonly cluster: Cluster
  private readonly profile: Profile
  private readonly perPod: readonly RankedFilter[]
  /** Of the pod that the state is of. */
  private signature: PodSignature
  private seenChanges: number
  private known: { search: Search; wanted: number; startIndex: number } | null = null
  private scoreState: ScoreState | ScoreFailure | null = null
  private scoresPerPod = false
  private certain: CertainScores | null = null
  /** The search whose feasible nodes the scores are of. */
  private scored: Search | null = null

  constructor(cluster: Cluster, profile: Profile, pod: Pod) {
    this.cluster = cluster
    this.profile = profile
    this.signature = pod.signature
    this.seenChanges = cluster.changes.length
    const nodeCount = cluster.nodes.count
    const prepared = new FilterPreparation(cluster, profile, pod, this.statuses)
    this.rejection = prepared.rejection
    this.restrictedBy = prepared.restrictedBy
    // What was refused for the state of a claim or volume may pass when that changed.
    const { volumes, resourceClaims } = pod.signature
    const mayRecover = this.rejection !== null && volumes.length + resourceClaims.length > 0
    this.perPod = prepared.perPod
    this.isPerPod = prepared.perPod.length > 0 || mayRecover
    this.candidates = prepared.candidates()
    this.filterState = new FilterState(
      prepared.filters,
      this.statuses,
      nodeCount,
      this.candidates,
      prepared.outsidePreFilterNodes(),
      prepared.everywhere,
    )
  }

  /** It can be brought to another pod. */
  get mayFollow(): boolean {
    const { statuses, perPod } = this
    if (this.rejection !== null) return false
    // What failed, or could not be told, of one pod's objects may be told of another's.
    const hasObjects = perPod.length > 0 || this.signature.resourceClaims.length > 0
    if (hasObjects && (statuses.hasErrors || statuses.hasUnknown)) return false
    return perPod.every(({ filter }) => filter.followPod !== undefined)
  }

  /** Takes in what was placed since the last pod of this kind. */
  catchUp(): void {
    if (this.seenChanges === this.cluster.changes.length) return
    this.fitError = null
    this.takeChanges()
    this.followFlips(this.filterState.refresh())
  }

  private takeChanges(): void {
    const { changes } = this.cluster
    for (let index = this.seenChanges; index < changes.length; index++) {
      const { pod, node, sign } = changes[index]
      this.filterState.podChanged(pod, node, sign)
      if (this.scoreState instanceof ScoreState) this.scoreState.podChanged(pod, node, sign)
      this.certain?.state.podChanged(pod, node, sign)
    }
    this.seenChanges = changes.length
  }

  /**
   * Brings all to another pod, which differs from the last only in how much it asks for and in what
   * claims it has. False: that cannot be, and the state is of no pod any more.
   */
  follow(pod: Pod): boolean {
    if (!this.mayFollow) return false
    this.fitError = null
    this.certain = null
    this.takeChanges()
    if (!this.followPod(pod)) return false
    this.followRequests(pod.signature)
    this.signature = pod.signature
    this.followFlips(this.filterState.refresh())
    return true
  }

  private followPod(pod: Pod): boolean {
    for (const { filter, rank } of this.perPod) {
      if (filter.followPod?.(pod) !== true) return false
      if (rank >= 0) this.filterState.outdate(rank)
    }
    if (!(this.scoreState instanceof ScoreState)) this.scoreState = null
    else if (this.perPod.length > 0) this.scoreState.outdateColumns()
    return true
  }

  private followRequests(signature: PodSignature): void {
    if (signature.requestsId === this.signature.requestsId) return
    this.filterState.follow(signature)
    if (this.scoreState instanceof ScoreState) this.scoreState.follow(signature)
  }

  /** A search that went over all nodes goes on to hold when nodes come to it or leave it. */
  private followFlips(flipped: NodeList): void {
    const { known, candidates, scoreState } = this
    const isFew = flipped.length <= FLIPS_MAX
    if (flipped.length > 0 && !(isFew && known !== null && known.wanted >= candidates.length)) {
      this.known = null
    }
    if (this.known === null) return
    const { feasible } = this.known.search
    const { verdict } = this.filterState
    for (let index = 0; index < flipped.length; index++) {
      const node = flipped.at[index]
      if (verdict[node] === FITS) feasible.add(node)
      else feasible.remove(node)
      if (scoreState instanceof ScoreState) scoreState.flipped(node)
    }
  }

  /** The search over the verdicts as they stand; the same object while nothing flipped. */
  search(wanted: number, startIndex: number): Search {
    const { known } = this
    if (known?.wanted === wanted && known.startIndex === startIndex) return known.search
    const found = this.searchIn(this.filterState.verdict, wanted, startIndex)
    this.known = { search: found, wanted, startIndex }
    return found
  }

  /** The search over other verdicts than this kind of pod's own. */
  searchIn(verdict: Int32Array, wanted: number, startIndex: number): Search {
    const found = search(this.candidates, verdict, wanted, startIndex, this.cluster.nodes.count)
    // Mostly the outcome is the same as before, and so are the scores of untouched nodes.
    const before = this.scored?.feasible
    return before !== undefined && isSame(before, found.feasible)
      ? { ...found, feasible: before }
      : found
  }

  /** Scores of the feasible nodes, or the plugin that failed. Valid until the next call. */
  score(pod: Pod, found: Search, verdict: Int32Array): ScoreState | ScoreFailure {
    if (this.scoreState === null || this.scoresPerPod) this.scoreState = this.prepareScores(pod)
    const pass = this.scoreState
    if (!(pass instanceof ScoreState)) return pass
    this.scored = found
    return this.scoreIn(pass, found.feasible, verdict)
  }

  private scoreIn(
    state: ScoreState,
    feasible: FeasibleNodes,
    verdict: Int32Array,
  ): ScoreState | ScoreFailure {
    state.score(feasible, verdict)
    const invalid = state.invalidScore(feasible)
    if (invalid === null) return state
    return {
      message: `applying score defaultWeights on Score plugins: ${invalid}`,
      pluginError: invalid,
    }
  }

  /**
   * Scores that rest on nothing unseen: of plugins that read no unknown kind, and look at no other
   * node than the one they score. Null where one of them came to read such a kind after all.
   */
  certainScores(pod: Pod, nodes: FeasibleNodes, verdict: Int32Array): ScoreState | null {
    if (
      this.certain === null ||
      this.certain.isPerPod ||
      this.certain.statuses < this.statuses.size
    ) {
      this.certain = this.prepareCertain(pod)
    }
    const { state, views } = this.certain
    for (const view of views) view.takeUnknownKinds()
    state.score(nodes, verdict)
    return views.every((view) => view.takeUnknownKinds().length === 0) ? state : null
  }

  private prepareCertain(pod: Pod): CertainScores {
    const { cluster, profile } = this
    const scorers: WeightedScorer[] = []
    const views: Cluster[] = []
    let isPerPod = false
    // What a plugin found out for its filter may serve its score.
    const unsure = new Set(this.statuses.allGaps().map((gap) => gap.plugin))
    for (const { plugin, weight } of profile.score) {
      if (unsure.has(plugin.name)) continue
      const view = cluster.readBy(plugin.name, 'ranking')
      const statuses = new PluginStatuses(new StatusTable(), 0, plugin.name)
      view.takeUnknownKinds()
      const result = plugin.prepareScore?.({ cluster: view, pod, statuses })
      if (view.takeUnknownKinds().length > 0 || result?.kind !== 'score') continue
      const { scorer } = result
      if (scorer.normalize !== undefined || scorer.dependsOn === 'cluster') continue
      scorers.push({ plugin: plugin.name, weight, scorer })
      views.push(view)
      isPerPod ||= result.perPod === true
    }
    const state = new ScoreState(scorers, cluster.nodes.count)
    return { state, views, isPerPod, statuses: this.statuses.size }
  }

  /** The scores among nodes that extenders left, with what these add; nothing of it is kept. */
  scoreApart(
    pod: Pod,
    { search, verdict }: Pick<FilterResult, 'search' | 'verdict'>,
    { isBare, added }: { isBare: boolean; added: readonly WeightedScorer[] },
  ): ScoreState | ScoreFailure {
    const prepared = this.prepareScorers(pod)
    if (!Array.isArray(prepared)) return prepared
    const own = isBare ? prepared.map(ofBareNodes) : prepared
    const state = new ScoreState([...own, ...added], this.cluster.nodes.count)
    return this.scoreIn(state, search.feasible.eachOnce(), verdict)
  }

  private prepareScores(pod: Pod): ScoreState | ScoreFailure {
    this.scored = null
    const scorers = this.prepareScorers(pod)
    return Array.isArray(scorers) ? new ScoreState(scorers, this.cluster.nodes.count) : scorers
  }

  private prepareScorers(pod: Pod): WeightedScorer[] | ScoreFailure {
    const { cluster, profile } = this
    const scorers: WeightedScorer[] = []
    this.scoresPerPod = false
    for (const { plugin, weight } of profile.score) {
      if (plugin.prepareScore === undefined) continue
      const statuses = new PluginStatuses(this.statuses, 0, plugin.name)
      const result = plugin.prepareScore({
        cluster: cluster.readBy(plugin.name, 'ranking'),
        pod,
        statuses,
      })
      if (result.kind === 'skip') continue
      if (result.kind === 'error') {
        const { message: pluginError } = result
        const where =
          result.at === 'Score'
            ? `running Score plugins: plugin "${plugin.name}" failed with`
            : `running PreScore plugin "${plugin.name}"`
        return { message: `${where}: ${pluginError}`, pluginError }
      }
      scorers.push({ plugin: plugin.name, weight, scorer: result.scorer })
      this.scoresPerPod ||= result.perPod === true
    }
    return scorers
  }
}

function ofBareNodes(one: WeightedScorer): WeightedScorer {
  return { ...one, scorer: one.scorer.ofBareNodes?.() ?? one.scorer }
}

/** Scorers that rest on nothing unseen, and how each reads the cluster. */
interface CertainScores {
  readonly state: ScoreState
  readonly views: readonly Cluster[]
  readonly isPerPod: boolean
  /** How many statuses there were; with another one, more may be unsure. */
  readonly statuses: number
}

function isSame(a: NodeList, b: NodeList): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a.at[index] !== b.at[index]) return false
  return true
}
