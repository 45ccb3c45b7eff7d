import { describe, expect, it } from 'vitest'
import { DeviceSelectors } from '../../../../src/scheduler/devices/cel/device-selectors.ts'
import { CEL_1_36 } from '../../../../src/scheduler/devices/cel/dialects.ts'
import { selectorDevice } from './selector-device.ts'

const LONG = 90_000
/** Texts are read in milliseconds where time grows with their length, and in ten seconds and more else. */
const MS_MAX = 3000

function judge(text: string, expression: string): unknown {
  const attributes = { text: { string: text } }
  const device = selectorDevice({ driver: 'd', attributes, capacity: {} })
  const selector = new DeviceSelectors(CEL_1_36).compile(
    expression.replace('TEXT', 'device.attributes["d"].text'),
  )
  return 'compileError' in selector ? selector : selector.matches(device)
}

describe('a long text ends soon', () => {
  it.each([
    ['a quantity', `${'0'.repeat(5000)}x`, 'isQuantity(TEXT)', { matched: false }],
    ['a quantity within the bound', `${'0'.repeat(999)}x`, 'isQuantity(TEXT)', { matched: false }],
    [
      'a duration',
      '1'.repeat(LONG),
      'duration(TEXT) > duration("1s")',
      { error: "type conversion error from 'string' to 'google.protobuf.Duration'" },
    ],
    [
      'a double',
      `${'1'.repeat(LONG)}x`,
      'double(TEXT) > 1.0',
      { error: "type conversion error from 'string' to 'double'" },
    ],
    [
      'a URL of bytes that are no text',
      `/${'%ff'.repeat(LONG * 3)}`,
      'isURL(TEXT)',
      { matched: true },
    ],
  ])('%s', (_name, text, expression, verdict) => {
    const start = performance.now()
    expect(judge(text, expression)).toEqual(verdict)
    expect(performance.now() - start).toBeLessThan(MS_MAX)
  })
})
