import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortAsGo } from '../../src/scheduler/go/go-sort.ts'

interface Item {
  readonly key: number
  readonly at: number
}

const RUNS = { numRuns: 500 }
/** Random keys, and the patterns that quicksort treats apart: runs up, runs down, few distinct ones. */
const keys = fc.oneof(
  fc.array(fc.nat(1000), { maxLength: 300, size: 'max' }),
  fc.array(fc.nat(3), { maxLength: 300, size: 'max' }),
  fc.nat(300).map((length) => Array.from({ length }, (_, at) => at)),
  fc.nat(300).map((length) => Array.from({ length }, (_, at) => length - at)),
  fc.nat(300).map((length) => Array.from({ length }, (_, at) => Math.abs(length / 2 - at))),
)

function sorted(list: readonly number[]): Item[] {
  const items = list.map((key, at) => ({ key, at }))
  sortAsGo(items, (a, b) => a.key < b.key)
  return items
}

it('puts items in order and loses none', () => {
  fc.assert(
    fc.property(keys, (list) => {
      const items = sorted(list)
      expect(items.map(({ key }) => key)).toEqual([...list].sort((a, b) => a - b))
      expect(items.map(({ at }) => at).sort((a, b) => a - b)).toEqual([...list.keys()])
    }),
    RUNS,
  )
})

it('keeps the order of equal items up to twelve, as an insertion sort does', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 12 }), (list) => {
      const stable = list.map((key, at) => ({ key, at })).sort((a, b) => a.key - b.key)
      expect(sorted(list)).toEqual(stable)
    }),
    RUNS,
  )
})

it('ends even when the comparison contradicts itself', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.nat(300), (answers, length) => {
      let asked = 0
      const items = Array.from({ length }, (_, at) => at)
      sortAsGo(items, () => answers[asked++ % answers.length] ?? false)
      expect(items.sort((a, b) => a - b)).toEqual(Array.from({ length }, (_, at) => at))
    }),
    RUNS,
  )
})
