import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as layout from '../../../src/snapshot/json/scan/layout.ts'
import { RuleTable } from '../../../src/snapshot/json/scan/rule-table.ts'
import {
  allBut,
  blank,
  capture,
  drop,
  each,
  keep,
  keepAndCapture,
  only,
  projectJson,
  type Rule,
  unusual,
} from '../../../src/snapshot/json/scan/rules.ts'
import type { Scanner } from '../../../src/snapshot/json/scan/scanner.ts'
import { ByteWindow } from '../../../src/snapshot/json/scan/window.ts'
import { damagedBytes, damagedJson, parseBytes } from '../../support/damaged-json.ts'
import { SCANNERS } from '../../support/read-bytes.ts'

const PART = only({ a: keep, list: each(only({ a: keep })), gone: drop })
const RULE: Rule = only({
  a: keep,
  b: each(PART),
  part: PART,
  name: capture('name'),
  both: keepAndCapture('both'),
  rest: allBut({ gone: drop, empty: blank }),
  odd: only({ odd: unusual, a: keep }),
})
const TABLE = new RuleTable([RULE])
const NESTING_MAX = 20

function windowOf(scanner: Scanner, bytes: Uint8Array): ByteWindow {
  const window = new ByteWindow(scanner, TABLE, NESTING_MAX)
  window.append(bytes)
  window.finish()
  return window
}

/** Whether one value is all that is in the bytes; where it stopped when it is not. */
function skip(scanner: Scanner, bytes: Uint8Array) {
  const window = windowOf(scanner, bytes)
  const { at: start, end } = window
  const stopped = scanner.skip(scanner.space(start))
  if (stopped < 0) return { why: stopped, at: window.stoppedAt - start }
  return { why: scanner.space(stopped) === end ? 0 : 1, at: scanner.space(stopped) - start }
}

function project(scanner: Scanner, text: string) {
  const window = windowOf(scanner, new TextEncoder().encode(text))
  const end = window.project(TABLE.addressOf(RULE))
  const textAt = (from: number, to: number) =>
    new TextDecoder().decode(window.bytes.subarray(from, to))
  const captured = (name: string) => {
    const slot = TABLE.slotOf(name) >> 2
    const [from = 0, to = 0] = window.words.subarray(slot, slot + 2)
    return from === 0 ? undefined : textAt(from, to)
  }
  return {
    isWhole: end === window.end,
    isUnusual: window.isUnusual,
    text: textAt(window.projected, window.projectedEnd),
    name: captured('name'),
    both: captured('both'),
  }
}

const key = fc.constantFrom(
  'a',
  'b',
  'part',
  'name',
  'both',
  'rest',
  'odd',
  'list',
  'gone',
  'empty',
  'x',
  '__proto__',
  'tö',
)
const leaf = fc.oneof(fc.constantFrom(null, true, 0, -1.5e300, '', 'n', 'é"\\\n'), fc.string())
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}))
/** Objects that have what the rule knows more often than not. */
const ruled = fc
  .array(fc.tuple(key, anyValue), { maxLength: 8 })
  .map((entries) => Object.fromEntries(entries) as { readonly [key: string]: unknown })
const indent = fc.constantFrom('', ' ', '\t', '    ')

describe.each(SCANNERS)('the scanner in $name', ({ make }) => {
  const scanner = make()

  it('takes for JSON what JSON.parse takes for it', () => {
    fc.assert(
      fc.property(damagedJson, (text) => {
        const bytes = new TextEncoder().encode(text)
        expect(skip(scanner, bytes).why === 0).toBe(parseBytes(bytes) !== null)
      }),
      { numRuns: 1000 },
    )
  })

  it('takes for UTF-8 what a strict decoder takes for it', () => {
    fc.assert(
      fc.property(damagedBytes, (bytes) => {
        expect(skip(scanner, bytes).why === 0).toBe(parseBytes(bytes) !== null)
      }),
      { numRuns: 1000 },
    )
  })

  it('finds the bracket that opens one level too many', () => {
    const text = `${'['.repeat(NESTING_MAX)}{`
    const bytes = new TextEncoder().encode(text)
    expect(skip(scanner, bytes)).toEqual({ why: layout.TOO_DEEP, at: NESTING_MAX })
  })

  it('keeps of an object what the rule keeps of its value', () => {
    fc.assert(
      fc.property(ruled, indent, (object, space) => {
        const { isWhole, isUnusual, text, name, both } = project(
          scanner,
          JSON.stringify(object, null, space),
        )
        const { name: _, ...rest } = projectJson(object, RULE) as typeof object
        expect(isWhole).toBe(true)
        if (!isUnusual) expect(JSON.parse(text)).toEqual(rest)
        for (const [value, found] of [
          [object['name'], name],
          [object['both'], both],
        ] as const) {
          expect(found === undefined ? undefined : JSON.parse(found)).toEqual(value)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['a member is repeated', '{"a":1,"a":2}', true],
    ['a member is repeated further inside', '{"part":{"a":1,"a":1}}', true],
    ['a key that may be a known one is escaped', '{"\\u0061":1}', true],
    ['a member that needs a look is there', '{"odd":{"odd":[]}}', true],
    ['that member is null', '{"odd":{"odd":null}}', false],
    ['a member that nobody reads is repeated', '{"x":1,"x":2}', false],
    ['a value that is kept whole repeats a key', '{"a":{"b":1,"b":2}}', false],
  ])('says that a projection is no use when %s', (_, text, isUnusual) => {
    expect(project(scanner, text)).toMatchObject({ isWhole: true, isUnusual })
  })
})

describe('both scanners', () => {
  const [plain, vector] = SCANNERS.map(({ make }) => make())
  if (plain === undefined || vector === undefined) throw new Error('there are two')

  it('stop at the same byte for the same reason', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          damagedBytes,
          damagedJson.map((text) => new TextEncoder().encode(text)),
        ),
        (bytes) => {
          expect(skip(vector, bytes)).toEqual(skip(plain, bytes))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('make the same projection', () => {
    fc.assert(
      fc.property(ruled, indent, (object, space) => {
        const text = JSON.stringify(object, null, space)
        expect(project(vector, text)).toEqual(project(plain, text))
      }),
      { numRuns: 1000 },
    )
  })

  it('count and compare bytes alike, wherever these begin', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 70 })
    fc.assert(
      fc.property(
        bytes,
        fc.nat(20),
        fc.constantFrom([0xff, 0x0a], [0xc0, 0x80]),
        (text, shift, [mask, value]) => {
          const results = [plain, vector].map((scanner) => {
            const window = windowOf(scanner, new Uint8Array([...text, ...text]))
            const from = window.at + (shift % text.length)
            return [
              scanner.count(from, window.end, mask, value),
              scanner.same(window.at, window.at + text.length, text.length),
              scanner.same(from, window.at + text.length, text.length),
              scanner.hash(from, window.end),
            ]
          })
          expect(results[1]).toEqual(results[0])
        },
      ),
    )
  })
})
