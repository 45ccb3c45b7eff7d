import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FilterView } from '../../src/explain/decision-view.ts'
import { decideAll } from '../support/decide-all.ts'
import { clusterCase } from './arbitraries.ts'

const RUNS = { numRuns: 300 }
const SCORE_MAX = 100

it('keeps every score a whole number within 0 and 100, and totals their weighted sum', () => {
  fc.assert(
    fc.property(clusterCase({ nominations: true, volumes: true }), ({ snapshot, pods }) => {
      for (const { scores = [] } of decideAll(snapshot, pods)) {
        for (const { total, plugins } of scores) {
          const all = Object.values(plugins)
          for (const { score, weight, weighted } of all) {
            expect(Number.isInteger(score) && score >= 0 && score <= SCORE_MAX).toBe(true)
            expect(weighted).toBe(score * weight)
          }
          expect(total).toBe(all.reduce((sum, { weighted }) => sum + weighted, 0))
        }
      }
    }),
    RUNS,
  )
})

it('scores exactly the feasible nodes, best first, and takes one of the best', () => {
  fc.assert(
    fc.property(clusterCase({ volumes: true }), ({ snapshot, pods }) => {
      for (const { outcome, node, scores = [], tied = [], filter } of decideAll(snapshot, pods)) {
        if (outcome !== 'scheduled') continue
        const totals = scores.map(({ total }) => total)
        expect(totals).toEqual([...totals].sort((a, b) => b - a))
        const { feasible } = filter as FilterView // explain is full
        expect(scores.map((one) => one.node).sort()).toEqual([...feasible].sort())
        const best = scores.filter(({ total }) => total === totals[0]).map((one) => one.node)
        expect([...tied].sort()).toEqual(best.sort())
        expect(best).toContain(node)
      }
    }),
    RUNS,
  )
})
