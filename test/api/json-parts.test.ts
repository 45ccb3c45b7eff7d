import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonParts } from '../../src/use-cases/json-parts.ts'

describe('the parts of a JSON text', () => {
  it('make the text that JSON.stringify makes', () => {
    const many = fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 60, maxLength: 200 })
    const nested = fc.record({ filter: fc.record({ rejected: many }), scores: many })
    fc.assert(
      fc.property(fc.oneof(nested, fc.jsonValue()), fc.nat(4), (value, depth) => {
        expect([...jsonParts(value, depth)].join('')).toBe(JSON.stringify(value))
      }),
    )
  })

  it('leave out what is undefined', () => {
    const parts = jsonParts({ a: undefined, b: { c: undefined }, d: 1 }, 2)
    expect([...parts].join('')).toBe('{"b":{},"d":1}')
  })

  it('are short where there are many items', () => {
    const items = Array.from({ length: 10_000 }, (_, index) => ({ index }))
    const lengths = [...jsonParts({ filter: { items } }, 2)].map((part) => part.length)
    expect(Math.max(...lengths)).toBeLessThan(2_000)
  })
})
