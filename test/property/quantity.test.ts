import fc from 'fast-check'
import { expect, it } from 'vitest'
import { milliUnits, parseQuantity, wholeUnits } from '../../src/snapshot/resources/quantity.ts'

const RUNS = { numRuns: 1000 }

/** An exact fraction of two integers, `below` positive. */
interface Rational {
  readonly above: bigint
  readonly below: bigint
}

const NANO = 10n ** 9n
const SUFFIXES: readonly (readonly [suffix: string, factor: Rational])[] = [
  ['n', { above: 1n, below: 10n ** 9n }],
  ['u', { above: 1n, below: 10n ** 6n }],
  ['m', { above: 1n, below: 10n ** 3n }],
  ['', { above: 1n, below: 1n }],
  ...['k', 'M', 'G', 'T', 'P', 'E'].map((suffix, power) => factor(suffix, 1000n, power)),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, power) => factor(suffix, 1024n, power)),
  ...['e3', 'E3', 'e+3'].map((suffix): [string, Rational] => [suffix, { above: 1000n, below: 1n }]),
  ['e-2', { above: 1n, below: 100n }],
]

function factor(suffix: string, base: bigint, power: number): [string, Rational] {
  return [suffix, { above: base ** BigInt(power + 1), below: 1n }]
}

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength })
const number = fc
  .record({
    sign: fc.constantFrom('', '+', '-'),
    whole: digits(6),
    point: fc.constantFrom('', '.'),
    fraction: digits(12),
  })
  .filter(({ whole, point, fraction }) => whole !== '' || (point === '.' && fraction !== ''))
  .map((parts) => (parts.point === '' ? { ...parts, fraction: '' } : parts))
const quantity = fc.record({ number, unit: fc.constantFrom(...SUFFIXES) })

function textOf({ number: { sign, whole, point, fraction }, unit: [suffix] }: Quantity): string {
  return `${sign}${whole}${point}${fraction}${suffix}`
}

type Quantity = typeof quantity extends fc.Arbitrary<infer T> ? T : never

/** The number that the text stands for. */
function rationalOf({ number: { sign, whole, fraction }, unit: [, unit] }: Quantity): Rational {
  const above = BigInt(`${whole}${fraction}` || '0') * unit.above
  const below = 10n ** BigInt(fraction.length) * unit.below
  return { above: sign === '-' ? -above : above, below }
}

/** To the next integer away from zero. */
function roundUp({ above, below }: Rational): bigint {
  const size = above < 0n ? -above : above
  const rounded = (size + below - 1n) / below
  return above < 0n ? -rounded : rounded
}

const INT64_MAX = 2n ** 63n - 1n

function clamp(value: bigint, limit: bigint): bigint {
  if (value > limit) return limit
  return value < -limit ? -limit : value
}

it('reads what the text stands for, in nano units rounded away from zero', () => {
  fc.assert(
    fc.property(quantity, (one) => {
      const { above, below } = rationalOf(one)
      const nano = roundUp({ above: above * NANO, below })
      const isBinary = one.unit[0].endsWith('i')
      expect(parseQuantity(textOf(one))).toBe(isBinary ? clamp(nano, INT64_MAX * NANO) : nano)
    }),
    RUNS,
  )
})

it('rounds to whole and to milli units away from zero', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 82n), max: 2n ** 82n }), (nano) => {
      const inSteps = (step: bigint) => clamp(roundUp({ above: nano, below: step }), INT64_MAX)
      expect(wholeUnits(nano)).toBe(Number(inSteps(NANO)))
      expect(milliUnits(nano)).toBe(Number(inSteps(10n ** 6n)))
    }),
    RUNS,
  )
})

it('adds exactly: half a milli-core twice is one milli-core', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (a, b) => {
      const sum = (parseQuantity(`${a}u`) ?? 0n) + (parseQuantity(`${b}u`) ?? 0n)
      expect(sum).toBe(parseQuantity(`${a + b}u`))
      expect(milliUnits(sum)).toBe(Math.ceil((a + b) / 1000))
    }),
    RUNS,
  )
})

it('refuses a text that goes on after its suffix', () => {
  fc.assert(
    fc.property(quantity, fc.constantFrom('x', 'K', 'mi', '%', 'g', '..'), (one, tail) => {
      expect(parseQuantity(`${textOf(one)}${tail}`)).toBeNull()
    }),
    RUNS,
  )
})
