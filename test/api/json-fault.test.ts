import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locateJsonFault } from '../../src/api/http/json-fault.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const locate = (text: string) => locateJsonFault(new TextEncoder().encode(text))

/** Cannot be written as UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** JSON with one stretch replaced, which often is no JSON any more. */
const damagedJson = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(3), fc.string({ unit: 'binary', maxLength: 2 }))
  .map(([json, at, length, patch]) => {
    const start = at % (json.length + 1)
    return json.slice(0, start) + patch + json.slice(start + length)
  })
  .filter((text) => !LONE_SURROGATE.test(text))

describe('locating what is wrong in JSON', () => {
  it('finds a fault exactly where JSON.parse refuses the text', () => {
    fc.assert(
      fc.property(damagedJson, (text) => {
        expect(locate(text) === null).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('finds what a cut text lacks at its end, within the last literal or escape', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (json, at) => {
        const cut = json.slice(0, at % json.length)
        const fault = locate(cut)
        if (fault !== null && !LONE_SURROGATE.test(cut)) {
          expect(fault.offset).toBeGreaterThanOrEqual(new TextEncoder().encode(cut).length - 6)
        }
      }),
    )
  })

  it('names the innermost value in escaped pointers', () => {
    expect(locate('{"a/b":{"c~d":[0,{"\\u0065":tru}]}}')?.pointer).toBe('/a~1b/c~0d/1/e')
  })
})
