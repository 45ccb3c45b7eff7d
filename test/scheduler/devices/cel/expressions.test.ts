import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { CelDialect } from '../../../../src/scheduler/devices/cel/device-selector.ts'
import { DeviceSelectors } from '../../../../src/scheduler/devices/cel/device-selectors.ts'
import { CEL_1_35, CEL_1_36, CEL_1_37 } from '../../../../src/scheduler/devices/cel/dialects.ts'
import { selectorDevice, type WrittenDevice } from './selector-device.ts'

/**
 * What dynamic-resource-allocation/cel of each release made of each expression, on the devices of
 * the first line: the first line of a compile error, or for each device the verdict and its cost. A
 * part that is absent depends on the random order in which Go walks maps.
 */
interface Recorded {
  compileError?: string
  verdicts?: ({ matched?: boolean; error?: string; cost?: number } | null)[]
}

type Line = { expression: string; all?: Recorded } & Record<string, Recorded>

const data = gunzipSync(readFileSync(new URL('./data/expressions.ndjson.gz', import.meta.url)))
const [header = '', ...rest] = data.toString('utf8').trim().split('\n')
const devices = (JSON.parse(header).devices as WrittenDevice[]).map(selectorDevice)
const lines = rest.map((line) => JSON.parse(line) as Line)

const RELEASES: [string, CelDialect][] = [
  ['v1.35.4', CEL_1_35],
  ['v1.36.3', CEL_1_36],
  ['v1.37.1', CEL_1_37],
]

describe.each(RELEASES)('expressions in %s', (release, dialect) => {
  const selectors = new DeviceSelectors(dialect)

  it('compile, judge devices and cost as upstream', () => {
    const different: unknown[] = []
    for (const line of lines) {
      const want = line.all ?? line[release]
      const got = judge(selectors, line.expression)
      if (want !== undefined && !isAsRecorded(got, want)) {
        different.push({ expression: line.expression, want, got })
      }
    }
    expect(lines.length).toBeGreaterThan(900)
    expect(different).toEqual([])
  })
})

function judge(selectors: DeviceSelectors, expression: string): Recorded {
  const selector = selectors.compile(expression)
  if ('compileError' in selector) return selector
  const verdicts = devices.map((device) => {
    const verdict = selector.matches(device)
    return { ...verdict, cost: selector.lastCost }
  })
  return { verdicts }
}

function isAsRecorded(got: Recorded, want: Recorded): boolean {
  if (got.compileError !== undefined || want.compileError !== undefined) {
    return firstLine(got.compileError) === firstLine(want.compileError)
  }
  return (want.verdicts ?? []).every((verdict, i) => {
    const actual = got.verdicts?.[i]
    if (verdict === null) return true
    if (actual?.matched !== verdict.matched || actual?.error !== verdict.error) return false
    // Where the limit was hit, how far beyond it does not matter.
    return verdict.cost === undefined || verdict.cost > 1_000_000 || actual?.cost === verdict.cost
  })
}

function firstLine(text: string | undefined): string | undefined {
  return text?.split('\n', 1)[0]
}
