import type { NodeList } from '../framework/node-list.ts'
import type { NodePlaces } from '../framework/plugin.ts'
import { heapOrderKey } from './tie-break.ts'

const NONE = -1

/**
 * The feasible nodes in groups of those that agree in all places, so that what depends on places is
 * the same for a group. Of each group the node with the most points of its own is at hand, of several
 * the one that came first in upstream's heap when the groups were made.
 */
export class NodeGroups {
  /** By node: its points that do not follow from its places. */
  private readonly own: Float64Array
  /** The same as last taken in: of many changes each is settled among nodes that are in order. */
  private readonly points: Float64Array
  /** By node: the less, the earlier in upstream's heap of the list that the groups were made of. */
  readonly order: Int32Array
  private readonly numbers: PlaceNumbers
  /** By node, NONE for those that are not feasible. */
  readonly groupOf: Int32Array
  /** By node: where it is in its group's heap. */
  private readonly indexOf: Int32Array
  /** By group: its nodes, a binary heap with the best on top. */
  private readonly heaps: number[][] = []
  /** Groups that have nodes, and by group where it stands there. */
  private readonly present: number[] = []
  private readonly presentIndex: number[] = []

  constructor(nodes: NodeList, own: Float64Array, places: readonly NodePlaces[]) {
    this.own = own
    this.points = new Float64Array(own.length)
    this.order = new Int32Array(own.length)
    this.numbers = new PlaceNumbers(places)
    this.groupOf = new Int32Array(own.length).fill(NONE)
    this.indexOf = new Int32Array(own.length)
    for (let index = 0; index < nodes.length; index++) {
      this.order[nodes.at[index]] = heapOrderKey(index)
      this.add(nodes.at[index])
    }
  }

  get count(): number {
    return this.present.length
  }

  /** The number of the group at an index below `count`. */
  groupAt(index: number): number {
    return this.present[index]
  }

  /** The best node of a group. */
  topOf(group: number): number {
    return this.heaps[group][0]
  }

  sizeOf(group: number): number {
    return this.heaps[group].length
  }

  has(node: number): boolean {
    return this.groupOf[node] !== NONE
  }

  /** Its points, its places or its feasibility changed. */
  update(node: number, isFeasible: boolean): void {
    const group = isFeasible ? this.numbers.of(node) : NONE
    if (group === NONE || group !== this.groupOf[node]) {
      this.remove(node)
      if (group !== NONE) this.add(node)
      return
    }
    this.points[node] = this.own[node]
    this.settle(this.heaps[group], this.indexOf[node])
  }

  /** Adds the nodes with as many points as the top of their group; false when `tied` got too long. */
  collectTied(group: number, tied: number[], most: number): boolean {
    const { points, indexOf } = this
    const heap = this.heaps[group]
    const highest = points[heap[0]]
    // Whoever is level with the top has a parent that is, which is in the list before.
    let next = tied.push(heap[0]) - 1
    for (; next < tied.length && tied.length <= most; next++) {
      const child = 2 * indexOf[tied[next]] + 1
      for (let index = child; index <= child + 1 && index < heap.length; index++) {
        if (points[heap[index]] === highest) tied.push(heap[index])
      }
    }
    return tied.length <= most
  }

  private add(node: number): void {
    const group = this.numbers.of(node)
    this.heaps[group] ??= []
    const heap = this.heaps[group]
    if (heap.length === 0) {
      this.presentIndex[group] = this.present.length
      this.present.push(group)
    }
    this.groupOf[node] = group
    this.points[node] = this.own[node]
    heap.push(node)
    this.settle(heap, heap.length - 1)
  }

  private remove(node: number): void {
    const group = this.groupOf[node]
    if (group === NONE) return
    this.groupOf[node] = NONE
    const heap = this.heaps[group]
    const last = heap.pop() ?? node
    if (last !== node) {
      heap[this.indexOf[node]] = last
      this.settle(heap, this.indexOf[node])
    }
    if (heap.length === 0) this.removePresent(group)
  }

  private removePresent(group: number): void {
    const last = this.present.pop() ?? group
    if (last === group) return
    this.present[this.presentIndex[group]] = last
    this.presentIndex[last] = this.presentIndex[group]
  }

  /** Moves the node at an index up or down to where it belongs. */
  private settle(heap: number[], index: number): void {
    const { indexOf } = this
    const node = heap[index]
    let at = index
    for (; at > 0; ) {
      const parent = (at - 1) >> 1
      if (this.isBefore(heap[parent], node)) break
      heap[at] = heap[parent]
      indexOf[heap[at]] = at
      at = parent
    }
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && this.isBefore(heap[child + 1], heap[child])) child++
      if (this.isBefore(node, heap[child])) break
      heap[at] = heap[child]
      indexOf[heap[at]] = at
      at = child
    }
    heap[at] = node
    indexOf[node] = at
  }

  private isBefore(one: number, other: number): boolean {
    const { points, order } = this
    if (points[one] !== points[other]) return points[one] > points[other]
    return order[one] <= order[other]
  }
}

/** Numbers the combinations of places that nodes have. */
class PlaceNumbers {
  private readonly places: readonly NodePlaces[]
  /** A tree with one level for each place. */
  private readonly children: Map<number, number>[] = [new Map()]
  /** The place that was last looked up in each map, and its number: mostly the next is the same. */
  private readonly lastPlace: number[] = [Number.NaN]
  private readonly lastChild: number[] = [0]

  constructor(places: readonly NodePlaces[]) {
    this.places = places
  }

  of(node: number): number {
    const { places, lastPlace, lastChild } = this
    let at = 0
    for (let index = 0; index < places.length; index++) {
      const place = places[index].of(node)
      at = lastPlace[at] === place ? lastChild[at] : this.childOf(at, place)
    }
    return at
  }

  private childOf(parent: number, place: number): number {
    const { children } = this
    let child = children[parent].get(place)
    if (child === undefined) {
      child = children.push(new Map()) - 1
      this.lastPlace.push(Number.NaN)
      this.lastChild.push(0)
      children[parent].set(place, child)
    }
    this.lastPlace[parent] = place
    this.lastChild[parent] = child
    return child
  }
}
