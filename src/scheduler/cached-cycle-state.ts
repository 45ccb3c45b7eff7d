import type { Cluster, Pod } from '../snapshot/cluster.ts'
import type { ScoreFailure } from './attempt-error.ts'
import { FilterPreparation } from './filter/filter-preparation.ts'
import { FilterPass } from './filter/filter-state.ts'
import { type Search, search } from './filter/search.ts'
import type { NodeList } from './framework/plugin.ts'
import type { Profile } from './framework/profile.ts'
import { type Rejection, Rejections, RejectionTable } from './framework/status-table.ts'
import type { Refusal } from './preemption/fit-error.ts'
import { ScorePass, type WeightedScorer } from './score/score-state.ts'

/**
 * All that one profile finds out about one kind of pod, kept from pod to pod: like pods pay only for
 * what placements changed in between.
 */
export class Evaluation {
  readonly rejections: Rejections = new Rejections()
  readonly rejection: Rejection | null
  /** Plugins that named the only nodes worth looking at. */
  readonly restrictedBy: readonly string[]
  /** Prepare again for every pod. */
  readonly isVolatile: boolean
  readonly candidates: NodeList
  readonly filterPass: FilterPass
  /** What the last pod of this kind was told that fit nowhere, while that still holds. */
  refusal: Refusal | null = null
  private readonly cluster: Cluster
  private readonly profile: Profile
  private seenChanges: number
  private known: { search: Search; wanted: number; startIndex: number } | null = null
  private scorePass: ScorePass | ScoreFailure | null = null
  private scoresVolatile = false
  /** The search whose feasible nodes the scores are of. */
  private scored: Search | null = null

  constructor(cluster: Cluster, profile: Profile, pod: Pod) {
    this.cluster = cluster
    this.profile = profile
    this.seenChanges = cluster.changes.length
    const nodeCount = cluster.nodes.count
    const prepared = new FilterPreparation(cluster, profile, pod, this.rejections)
    this.rejection = prepared.rejection
    this.restrictedBy = prepared.restrictedBy
    // What was refused for the state of a claim or volume may pass when that changed.
    const { volumes, resourceClaims } = pod.class
    const mayRecover = this.rejection !== null && volumes.length + resourceClaims.length > 0
    this.isVolatile = prepared.isVolatile || mayRecover
    this.candidates = prepared.candidates()
    this.filterPass = new FilterPass(
      prepared.filters,
      this.rejections,
      nodeCount,
      this.candidates,
      prepared.outsideId(),
    )
  }

  /** Takes in what was placed since the last pod of this kind. */
  catchUp(): void {
    const { changes } = this.cluster
    if (this.seenChanges === changes.length) return
    for (let index = this.seenChanges; index < changes.length; index++) {
      const { pod, node, sign } = changes[index]
      this.filterPass.podChanged(pod, node, sign)
      if (this.scorePass instanceof ScorePass) this.scorePass.podChanged(pod, node, sign)
    }
    this.seenChanges = changes.length
    this.refusal = null
    if (this.filterPass.refresh()) this.known = null
  }

  /** The search over the verdicts as they stand; the same object while nothing flipped. */
  search(wanted: number, startIndex: number): Search {
    const { known } = this
    if (known?.wanted === wanted && known.startIndex === startIndex) return known.search
    const found = this.searchIn(this.filterPass.verdict, wanted, startIndex)
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
  score(pod: Pod, found: Search, verdict: Int32Array): ScorePass | ScoreFailure {
    if (this.scorePass === null || this.scoresVolatile) this.scorePass = this.prepareScores(pod)
    const pass = this.scorePass
    if (!(pass instanceof ScorePass)) return pass
    const { feasible } = found
    pass.score(feasible, verdict)
    this.scored = found
    const invalid = pass.invalidScore(feasible)
    if (invalid === null) return pass
    return { message: `applying score defaultWeights on Score plugins: ${invalid}`, cause: invalid }
  }

  private prepareScores(pod: Pod): ScorePass | ScoreFailure {
    const { cluster, profile } = this
    const scorers: WeightedScorer[] = []
    this.scored = null
    this.scoresVolatile = false
    for (const { plugin, weight } of profile.score) {
      if (plugin.prepareScore === undefined) continue
      const rejections = new RejectionTable(this.rejections, 0, plugin.name)
      const result = plugin.prepareScore({ cluster, pod, rejections })
      if (result.kind === 'skip') continue
      if (result.kind === 'error') {
        const { message: cause } = result
        const where =
          result.at === 'Score'
            ? `running Score plugins: plugin "${plugin.name}" failed with`
            : `running PreScore plugin "${plugin.name}"`
        return { message: `${where}: ${cause}`, cause }
      }
      scorers.push({ plugin: plugin.name, weight, scorer: result.scorer })
      this.scoresVolatile ||= result.volatile === true
    }
    return new ScorePass(scorers, cluster.nodes.count)
  }
}

function isSame(a: NodeList, b: NodeList): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a.at[index] !== b.at[index]) return false
  return true
}
