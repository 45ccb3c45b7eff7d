import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FeasibleNodes } from '../../src/scheduler/filter/feasible-nodes.ts'
import { firstBest, topNodes } from '../../src/scheduler/score/tie-break.ts'
import { Tournament } from '../../src/scheduler/score/tournament.ts'

const RUNS = { numRuns: 1000 }
/** Few distinct scores, so that ties are the rule. */
const scores = fc.array(fc.nat(3), { minLength: 1, maxLength: 200 })

it('picks what a heap ordered by score alone has at its top', () => {
  fc.assert(
    fc.property(scores, (list) => {
      const { feasible, total } = columnsOf(list)
      expect(firstBest(feasible.inHeapOrder, total)).toBe(feasible.at[topOfHeap(list)])
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
      expect(rows).toContain(firstBest(feasible.inHeapOrder, total))
    }),
    RUNS,
  )
})

it('finds the same again after single scores changed', () => {
  const change = fc.record({ position: fc.nat(199), score: fc.nat(4) })
  fc.assert(
    fc.property(scores, fc.array(change, { maxLength: 20 }), (list, changes) => {
      const { feasible, total } = columnsOf(list)
      const tournament = new Tournament(feasible.inHeapOrder, total)
      for (const { position, score } of changes) {
        const node = position % list.length
        total[node] = score
        tournament.update(node)
        expect(tournament.best).toBe(firstBest(feasible.inHeapOrder, total))
      }
    }),
    RUNS,
  )
})

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
