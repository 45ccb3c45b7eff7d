import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FeasibleNodes } from '../../src/scheduler/filter/feasible-nodes.ts'
import { search } from '../../src/scheduler/filter/search.ts'
import type { NodeList } from '../../src/scheduler/framework/node-list.ts'
import type { NodePlaces, NodeScorer } from '../../src/scheduler/framework/plugin.ts'
import { zeroColumn } from '../../src/scheduler/framework/static-scorer.ts'
import { FITS } from '../../src/scheduler/framework/status-table.ts'
import { ScoreState } from '../../src/scheduler/score/score-state.ts'
import { firstBest, topNodes } from '../../src/scheduler/score/tie-break.ts'
import type { Pod } from '../../src/snapshot/pods/pod.ts'
import { makePod } from '../support/make-pod.ts'
import { clusterOf } from '../support/read-objects.ts'

const [pod] = clusterOf({}, { pods: [makePod('p')] }).pending as [Pod] // the one to decide

const RUNS = { numRuns: 1000 }
/** Few distinct scores, so that ties are the rule. */
const scores = fc.array(fc.nat(3), { minLength: 1, maxLength: 200, size: 'max' })

it('picks what a heap ordered by score alone has at its top', () => {
  fc.assert(
    fc.property(scores, (list) => {
      const { feasible, total } = columnsOf(list)
      expect(firstBest(feasible, total, zeroColumn(total.length))).toBe(
        feasible.at[topOfHeap(list)],
      )
    }),
    RUNS,
  )
})

it('picks one of the nodes with the highest score, which are listed in order', () => {
  fc.assert(
    fc.property(scores, (list) => {
      const { feasible, total } = columnsOf(list)
      const highest = Math.max(...list)
      const top = [...list.keys()].filter((position) => list[position] === highest)
      const rows = top.map((position) => feasible.at[position])
      expect(topNodes(feasible, total)).toEqual(rows)
      expect(rows).toContain(firstBest(feasible, total, zeroColumn(total.length)))
    }),
    RUNS,
  )
})

/** One change of a node's own score, of a whole zone's, or of who is feasible. */
interface Change {
  readonly row: number
  readonly score: number
  readonly what: number
}

const change: fc.Arbitrary<Change> = fc.record({
  row: fc.nat(199),
  score: fc.nat(40),
  what: fc.nat(9),
})
/** Enough that it takes several steps to put a node in its place among those of its group. */
const ownScores = fc.array(fc.nat(40), { minLength: 40, maxLength: 200, size: 'max' })

/** Changes that are followed at once, as those since the last pod of a kind are. */
const changes = fc.array(change, { minLength: 1, maxLength: 8 })

it('finds the same again after scores of nodes and zones changed, and who is feasible', () => {
  const START = 3
  fc.assert(
    fc.property(ownScores, fc.array(changes, { maxLength: 20, size: 'max' }), (list, steps) => {
      const own = [...list]
      const zones = [0, 1, 2]
      const verdict = new Int32Array(list.length)
      const scoreState = new ScoreState(
        [
          { plugin: 'own', weight: 2, scorer: new ColumnScorer('node', (row) => own[row] ?? 0) },
          { plugin: 'zone', weight: 1, scorer: new ColumnScorer('cluster', zoneScore) },
        ],
        list.length,
      )
      function zoneScore(row: number): number {
        return zones[row % zones.length] ?? 0
      }
      const all = { at: Int32Array.from(list.keys()), length: list.length }
      const { feasible } = search(all, verdict, list.length, START, list.length)
      const make = ({ row, score, what }: Change) => {
        const node = row % list.length
        if (what === 0) zones[node % zones.length] = score
        else if (what === 1 && (verdict[node] !== FITS || feasible.length > 1)) {
          verdict[node] = 1 - (verdict[node] ?? 0)
          if (verdict[node] === FITS) feasible.add(node)
          else feasible.remove(node)
          scoreState.flipped(node)
        } else {
          own[node] = score
          scoreState.podChanged(pod, node, 1)
        }
      }
      for (const step of steps) {
        step.forEach(make)
        scoreState.score(feasible, verdict)
        const rows = [...feasible.at.slice(0, feasible.length)]
        expect(rows).toEqual(rowsFrom(START, list.length).filter((one) => verdict[one] === FITS))
        const totals = rows.map((one) => 2 * (own[one] ?? 0) + zoneScore(one))
        expect(scoreState.best(feasible)).toBe(rows[topOfHeap(totals)])
        if (step[0]?.what === 3) expect(rows.map((one) => scoreState.total[one])).toEqual(totals)
      }
    }),
    RUNS,
  )
})

class ColumnScorer implements NodeScorer {
  readonly dependsOn: NodeScorer['dependsOn']
  readonly places: readonly NodePlaces[] = [{ of: (node) => node % 3 }]
  private readonly scoreOf: (row: number) => number

  constructor(dependsOn: NodeScorer['dependsOn'], scoreOf: (row: number) => number) {
    this.dependsOn = dependsOn
    this.scoreOf = scoreOf
  }

  score(nodes: NodeList, raw: Float64Array): void {
    for (const node of nodes.at.subarray(0, nodes.length)) raw[node] = this.scoreOf(node)
  }
}

function rowsFrom(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, step) => (start + step) % count)
}

/** Rows run backwards, so that a mix-up of rows and positions shows. */
function columnsOf(list: readonly number[]) {
  const feasible = new FeasibleNodes(list.length)
  const total = new Float64Array(list.length)
  for (const [position, score] of list.entries()) {
    const row = list.length - 1 - position
    feasible.push(row)
    total[row] = score
  }
  return { feasible, total }
}

/** Position at the top after the list was made a heap in place, as a textbook does it. */
function topOfHeap(list: readonly number[]): number {
  const heap = [...list.keys()]
  const scoreAt = (place: number) => list[heap[place] ?? 0] ?? 0
  for (let root = Math.floor(heap.length / 2) - 1; root >= 0; root--) {
    for (let place = root; ; ) {
      const left = 2 * place + 1
      if (left >= heap.length) break
      const right = left + 1
      const child = right < heap.length && scoreAt(right) > scoreAt(left) ? right : left
      if (scoreAt(child) <= scoreAt(place)) break
      const kept = heap[place] ?? 0
      heap[place] = heap[child] ?? 0
      heap[child] = kept
      place = child
    }
  }
  return heap[0] ?? 0
}
