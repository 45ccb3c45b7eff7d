import { DECISION_BODY } from '../../src/api/http/request/body-plans.ts'
import { type BodyLimits, BodyReading } from '../../src/snapshot/bytes/body-reading.ts'
import type { BodyPlan, TextForm } from '../../src/snapshot/bytes/body-shape.ts'
import { PlainScanner, type Scanner } from '../../src/snapshot/json/scan/scanner.ts'
import { makeWasmScanner } from '../../src/wasm/compiled-scanner.ts'

const usualScanner = makeWasmScanner()

/** Both ways of scanning, by name. */
export const SCANNERS: readonly { readonly name: string; readonly make: () => Scanner }[] = [
  { name: 'TypeScript', make: () => new PlainScanner() },
  { name: 'WebAssembly', make: () => makeWasmScanner() },
]

export const NO_LIMITS: BodyLimits = {
  nesting: 64,
  objects: 1_000_000,
  objectBytes: 10_000_000,
  pods: 20_000,
  settingsBytes: 1_000_000,
  keptBytes: 1_000_000_000,
}

export interface ReadBytesOptions {
  readonly scanner?: Scanner
  readonly plan?: BodyPlan
  readonly form?: TextForm
  readonly limits?: Partial<BodyLimits>
  /** Where the text is cut; absent: nowhere. */
  readonly cuts?: readonly number[]
}

/** Reads a text that comes in parts, looking at what is there after every one of them. */
export function readBytes(text: string | Uint8Array, options: ReadBytesOptions = {}) {
  const { scanner = usualScanner, plan = DECISION_BODY, limits, cuts = [] } = options
  const { form = 'value' } = options
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const reading = new BodyReading(
    scanner,
    plan,
    { ...NO_LIMITS, ...limits },
    { form, resumeBytesMin: 1 },
  )
  let from = 0
  for (const to of [...cuts, bytes.length]) {
    if (reading.push(bytes.subarray(from, to)) !== null) break
    from = to
  }
  return reading.finish()
}
