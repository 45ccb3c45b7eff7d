import { describe, expect, it } from 'vitest'
import { milliUnits, parseQuantity, wholeUnits } from '../../src/snapshot/resources/quantity.ts'

/** As a double, where int64's largest value is rounded up. */
const INT64_MAX = 2 ** 63

describe('texts that are quantities', () => {
  it.each([
    { text: '0', whole: 0, milli: 0 },
    { text: '5', whole: 5, milli: 5000 },
    { text: ' 5 ', whole: 5, milli: 5000 },
    { text: '+5', whole: 5, milli: 5000 },
    { text: '-5', whole: -5, milli: -5000 },
    { text: '.5', whole: 1, milli: 500 },
    { text: '5.', whole: 5, milli: 5000 },
    { text: '100m', whole: 1, milli: 100 },
    { text: '0.1m', whole: 1, milli: 1 },
    { text: '1u', whole: 1, milli: 1 },
    { text: '1n', whole: 1, milli: 1 },
    { text: '-1n', whole: -1, milli: -1 },
    { text: '0.1n', whole: 1, milli: 1 },
    { text: '1k', whole: 1000, milli: 1_000_000 },
    { text: '1Ki', whole: 1024, milli: 1_024_000 },
    { text: '1.5Gi', whole: 1_610_612_736, milli: 1_610_612_736_000 },
    { text: '12e6', whole: 12_000_000, milli: 12_000_000_000 },
    { text: '1E3', whole: 1000, milli: 1_000_000 },
    { text: '1e-3', whole: 1, milli: 1 },
    { text: '1E', whole: 1e18, milli: INT64_MAX },
    { text: '1.9E', whole: 1.9e18, milli: INT64_MAX },
    { text: '99Ei', whole: INT64_MAX, milli: INT64_MAX },
  ])('$text is $whole whole units and $milli milli units', ({ text, whole, milli }) => {
    const nano = parseQuantity(text)
    expect(nano).not.toBeNull()
    expect([wholeUnits(nano ?? 0n), milliUnits(nano ?? 0n)]).toEqual([whole, milli])
  })
})

it.each([
  '',
  ' ',
  '1x',
  '1k\n',
  '\t2',
  '1 Gi',
  '1gi',
  '1K',
  '1mi',
  '1KI',
  '--1',
  '+-1',
  '1e',
  '1e1.5',
  '1e3Ki',
  '1.2.3',
  '.',
  '0x10',
  '1_000',
  'NaN',
  'Infinity',
  '1,5',
  '٣',
  '1m1',
])('%j is no quantity', (text) => {
  expect(parseQuantity(text)).toBeNull()
})

it('refuses at once what would take long to compute', () => {
  expect(parseQuantity('1e999999999')).toBeNull()
  expect(parseQuantity('0e999999999')).toBe(0n)
  expect(parseQuantity('9'.repeat(100_000))).toBeNull()
})
