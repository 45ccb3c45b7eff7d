import fc from 'fast-check'
import { expect, it } from 'vitest'
import { search, wantedNodes } from '../../src/scheduler/filter/search.ts'
import { FITS } from '../../src/scheduler/framework/status-table.ts'

const RUNS = { numRuns: 1000 }
const REJECTED = 7

const verdicts = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 })

function searchOf(fits: readonly boolean[], wanted: number, startIndex: number) {
  const verdict = Int32Array.from(fits, (one) => (one ? FITS : REJECTED))
  const candidates = { at: Int32Array.from(fits.keys()), length: fits.length }
  const found = search(candidates, verdict, wanted, startIndex, fits.length)
  return { ...found, rows: [...found.feasible.at.slice(0, found.feasible.length)] }
}

it('finds all feasible nodes in order from the start index on, when all are wanted', () => {
  fc.assert(
    fc.property(verdicts, fc.nat(60), (fits, startIndex) => {
      const { rows, notSearched, nextStartIndex, searched } = searchOf(
        fits,
        fits.length,
        startIndex,
      )
      const order = fits.map((_, step) => (startIndex + step) % fits.length)
      expect(rows).toEqual(order.filter((node) => fits[node]))
      expect({ notSearched, searched }).toEqual({ notSearched: 0, searched: null })
      expect(nextStartIndex).toBe(startIndex % fits.length)
    }),
    RUNS,
  )
})

it('stops at one feasible node too many, where the next search starts', () => {
  fc.assert(
    fc.property(
      verdicts,
      fc.nat(60),
      fc.integer({ min: 1, max: 30 }),
      (fits, startIndex, wanted) => {
        const { rows, notSearched, nextStartIndex, searched } = searchOf(fits, wanted, startIndex)
        const order = fits.map((_, step) => (startIndex + step) % fits.length)
        const feasible = order.filter((node) => fits[node])
        const surplus = feasible[wanted]
        const seen = surplus === undefined ? order : order.slice(0, order.indexOf(surplus))
        expect(rows).toEqual(feasible.slice(0, wanted))
        expect(notSearched).toBe(fits.length - seen.length)
        expect(nextStartIndex).toBe((startIndex + seen.length) % fits.length)
        if (searched !== null) {
          expect([...searched].flatMap((one, node) => (one === 1 ? [node] : []))).toEqual(
            [...seen].sort((a, b) => a - b),
          )
        }
      },
    ),
    RUNS,
  )
})

it('wants every node of a small cluster, and never fewer than a hundred of a large one', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(100), (nodeCount, percentage) => {
      const wanted = wantedNodes(nodeCount, percentage)
      expect(wanted).toBeLessThanOrEqual(nodeCount)
      expect(wanted).toBeGreaterThanOrEqual(Math.min(nodeCount, 100))
    }),
    RUNS,
  )
})

it.each([
  { nodes: 99, percentage: 10, wanted: 99 },
  { nodes: 100, percentage: 0, wanted: 100 },
  { nodes: 1000, percentage: 0, wanted: 420 },
  { nodes: 5000, percentage: 0, wanted: 500 },
  { nodes: 6000, percentage: 0, wanted: 300 },
  { nodes: 5000, percentage: 70, wanted: 3500 },
  { nodes: 5000, percentage: 100, wanted: 5000 },
])('wants $wanted of $nodes nodes at $percentage percent, 0 being adaptive', (row) => {
  expect(wantedNodes(row.nodes, row.percentage)).toBe(row.wanted)
})
