import type { FeasibleNodes } from '../filter/feasible-nodes.ts'
import type { NodeList } from '../framework/node-list.ts'
import type { NodePlaces } from '../framework/plugin.ts'
import { NodeGroups } from './node-groups.ts'
import type { ScoreColumn } from './score-column.ts'
import { heapOrderKey, nextInHeapOrder } from './tie-break.ts'

/** With more groups than that, and than one for so many nodes, all nodes are looked at as fast. */
const GROUPS_MIN = 64
const NODES_A_GROUP_MIN = 8
/** Of more nodes that are best, one mostly comes early in upstream's heap. */
const TIED_MAX = 32
/** Looking for such a one, after so many looks for each node it is time to order them anew. */
const LOOKS_A_NODE_MAX = 8

/**
 * Scores of groups of nodes in the place of scores of nodes: the shared columns are asked for one node
 * of each group, and normalized over these, which have the same extremes as all.
 */
export class GroupedScores {
  private readonly columns: readonly ScoreColumn[]
  private readonly own: Float64Array
  private readonly placeCount: number
  private readonly groups: NodeGroups
  private readonly heads: GroupHeads
  /** By group: what the shared columns add to its nodes' own points. */
  private readonly added: number[] = []
  private readonly tied: number[] = []
  /** Nodes still have the positions that they are ordered by: none came or left. */
  private isOrdered = true
  private looks = 0

  constructor(feasible: NodeList, columns: readonly ScoreColumn[], own: Float64Array) {
    this.columns = columns
    this.own = own
    const places = columns.flatMap(placesOf)
    this.placeCount = places.length
    this.groups = new NodeGroups(feasible, own, places)
    const mostGroups = Math.max(GROUPS_MIN, Math.floor(own.length / NODES_A_GROUP_MIN))
    this.heads = new GroupHeads(mostGroups)
  }

  static arePossible(columns: readonly ScoreColumn[]): boolean {
    return columns.every(
      ({ scorer }) =>
        scorer.mayLeaveRange !== true &&
        (scorer.dependsOn !== 'cluster' || scorer.places !== undefined),
    )
  }

  /** Scorers tell nodes apart by what they did when the groups were made, and the order is of use. */
  get isValid(): boolean {
    const placeCount = this.columns.reduce((sum, one) => sum + placeCountOf(one), 0)
    return placeCount === this.placeCount && this.looks <= LOOKS_A_NODE_MAX * this.own.length
  }

  get isWorthIt(): boolean {
    return this.groups.count <= this.heads.at.length
  }

  update(nodes: NodeList, feasible: FeasibleNodes): void {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const isFeasible = feasible.has(node)
      this.isOrdered &&= isFeasible === this.groups.has(node)
      this.groups.update(node, isFeasible)
    }
  }

  score(): void {
    const { columns, heads, groups, added } = this
    heads.collect(groups)
    for (let index = 0; index < heads.length; index++) added[groups.groupAt(index)] = 0
    for (const column of columns) {
      const { scorer, weight } = column
      column.skipped = scorer.isActive?.() === false
      if (column.skipped) continue
      const { raw, score } = column
      if (scorer.dependsOn === 'cluster') scorer.score(heads, raw)
      scorer.normalize?.(heads, raw, score)
      for (let index = 0; index < heads.length; index++) {
        added[groups.groupAt(index)] += score[heads.at[index]] * weight
      }
    }
  }

  /** The node with the highest total, of several the first in upstream's heap. */
  best(feasible: FeasibleNodes): number {
    const { groups, heads, tied } = this
    const { order } = groups
    let best = heads.at[0]
    let highest = this.totalOf(best)
    for (let index = 1; index < heads.length; index++) {
      const node = heads.at[index]
      const total = this.totalOf(node)
      if (total < highest || (total === highest && order[node] > order[best])) continue
      best = node
      highest = total
    }
    if (this.isOrdered) return best
    tied.length = 0
    for (let index = 0; index < heads.length; index++) {
      if (this.totalOf(heads.at[index]) !== highest) continue
      if (groups.collectTied(groups.groupAt(index), tied, TIED_MAX)) continue
      return this.firstWith(highest, feasible)
    }
    return firstInHeap(tied, feasible)
  }

  private firstWith(total: number, feasible: FeasibleNodes): number {
    let position = 0
    while (this.totalOf(feasible.at[position]) !== total) {
      position = nextInHeapOrder(position, feasible.length)
      this.looks++
    }
    return feasible.at[position]
  }

  private totalOf(node: number): number {
    return this.own[node] + this.added[this.groups.groupOf[node]]
  }
}

/** The node with the most points of each group. */
class GroupHeads implements NodeList {
  readonly at: Int32Array
  readonly sizes: Int32Array
  length = 0

  constructor(most: number) {
    this.at = new Int32Array(most)
    this.sizes = new Int32Array(most)
  }

  collect(groups: NodeGroups): void {
    this.length = groups.count
    for (let index = 0; index < this.length; index++) {
      const group = groups.groupAt(index)
      this.at[index] = groups.topOf(group)
      this.sizes[index] = groups.sizeOf(group)
    }
  }
}

/** Of columns that follow from the node alone nodes with the same raw score are alike. */
function placesOf({ scorer, raw }: ScoreColumn): readonly NodePlaces[] {
  return scorer.dependsOn === 'cluster' ? (scorer.places ?? []) : [{ of: (node) => raw[node] }]
}

function placeCountOf({ scorer }: ScoreColumn): number {
  return scorer.dependsOn === 'cluster' ? (scorer.places ?? []).length : 1
}

function firstInHeap(nodes: readonly number[], feasible: FeasibleNodes): number {
  let best = nodes[0]
  let least = Number.POSITIVE_INFINITY
  for (const node of nodes) {
    const key = heapOrderKey(feasible.positionOf(node))
    if (key >= least) continue
    best = node
    least = key
  }
  return best
}
