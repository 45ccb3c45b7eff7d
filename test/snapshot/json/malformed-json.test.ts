import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damagedJson, parseBytes } from '../../support/damaged-json.ts'
import { readBytes } from '../../support/read-bytes.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** What is said of a text that comes in two parts. */
function faultOf(text: string, cut = 0) {
  const read = readBytes(text, { cuts: [cut % (encode(text).length + 1)] })
  return 'fault' in read ? read.fault : null
}

function byteOf(message: string): number {
  return Number(/\(byte (\d+)\)$/.exec(message)?.[1])
}

describe('what is wrong in JSON', () => {
  it('is found exactly where JSON.parse refuses the text', () => {
    fc.assert(
      fc.property(damagedJson, fc.nat(), (text, cut) => {
        expect(faultOf(text, cut) === null).toBe(parseBytes(encode(text)) !== null)
      }),
      { numRuns: 1000 },
    )
  })

  it('is the same wherever the text was cut on its way', () => {
    fc.assert(
      fc.property(damagedJson, fc.nat(), (text, cut) => {
        expect(faultOf(text, cut)).toEqual(faultOf(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('is at the end of a text that ends too early, within the last literal or escape', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (json, at) => {
        const cut = json.slice(0, 1 + (at % json.length)).replace(/\p{Surrogate}/gu, '')
        const fault = faultOf(cut)
        if (fault !== null)
          expect(byteOf(fault.message)).toBeGreaterThanOrEqual(encode(cut).length - 6)
      }),
    )
  })

  it('is told with the innermost value, in escaped pointers', () => {
    expect(faultOf('{"a/b":{"c~d":[0,{"\\u0065":tru}]}}')?.pointer).toBe('/a~1b/c~0d/1/e')
    expect(faultOf('{"snapshot":{"items":[{},{"kind":"Pod","spec":{"x":[01]}}]}}')?.pointer).toBe(
      '/snapshot/items/1/spec/x',
    )
  })
})
