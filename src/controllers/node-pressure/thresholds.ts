import { err, ok, type Result } from '../../result.ts'
import { parseQuantity, wholeUnits } from '../../snapshot/resources/quantity.ts'
import { type FileSystems, SIGNALS, type SignalName } from './signals.ts'
import type { Observation } from './summary.ts'
import { formatOf, writeNano, writeQuantity } from './write-quantity.ts'

/** A threshold by the kubelet's configuration. */
export interface Threshold {
  readonly signal: SignalName
  readonly kind: 'hard' | 'soft'
  readonly value: { readonly quantity: number; readonly text: string } | { readonly share: number }
}

/** evictionHard of a kubelet on Linux that is not told otherwise. */
export const DEFAULT_EVICTION_HARD: ReadonlyMap<string, string> = new Map([
  ['memory.available', '100Mi'],
  ['nodefs.available', '10%'],
  ['nodefs.inodesFree', '5%'],
  ['imagefs.available', '15%'],
  ['imagefs.inodesFree', '5%'],
])

/** Reads evictionHard or evictionSoft; what a kubelet would not start with is told word for word. */
export function readThresholds(
  given: ReadonlyMap<string, string>,
  kind: Threshold['kind'],
): Result<readonly Threshold[], { readonly signal: string; readonly message: string }> {
  const thresholds: Threshold[] = []
  for (const [name, text] of given) {
    const signal = SIGNALS.find((one) => one.name === name)?.name
    if (signal === undefined) {
      return err({ signal: name, message: `unsupported eviction signal ${name}` })
    }
    // Both mean that there is no threshold.
    if (text === '0%' || text === '100%') continue
    const value = text.endsWith('%') ? readShare(signal, text) : readAmount(signal, text)
    if (typeof value === 'string') return err({ signal: name, message: value })
    thresholds.push({ signal, kind, value })
  }
  return ok(thresholds)
}

function readShare(signal: string, text: string): Threshold['value'] | string {
  const digits = text.replace(/%+$/, '')
  const share = digits === '' ? Number.NaN : Math.fround(Math.fround(Number(digits)) / 100)
  if (Number.isNaN(share)) return `${JSON.stringify(digits)} is not a number`
  if (share < 0) return `eviction percentage threshold ${signal} must be >= 0%: ${text}`
  if (share > 1) return `eviction percentage threshold ${signal} must be <= 100%: ${text}`
  return { share }
}

function readAmount(signal: string, text: string): Threshold['value'] | string {
  const nano = parseQuantity(text)
  if (nano === null) return `${JSON.stringify(text)} is not a quantity`
  if (nano <= 0n) return `eviction threshold ${signal} must be positive: ${text}`
  return { quantity: wholeUnits(nano), text: writeNano(nano, formatOf(text)) }
}

/**
 * Thresholds that follow from others: all pods together have the node's own for memory
 * (addAllocatableThresholds), and containerfs has those of the file system that it is on.
 */
export function withDerived(
  thresholds: readonly Threshold[],
  fileSystems: FileSystems,
): readonly Threshold[] {
  const host = fileSystems === 'imagefs' ? 'imagefs' : 'nodefs'
  const derived = thresholds.flatMap((threshold): Threshold[] => {
    const { signal, kind } = threshold
    if (signal === 'memory.available' && kind === 'hard') {
      return [{ ...threshold, signal: 'allocatableMemory.available' }]
    }
    if (signal === `${host}.available`) return [{ ...threshold, signal: 'containerfs.available' }]
    if (signal === `${host}.inodesFree`) return [{ ...threshold, signal: 'containerfs.inodesFree' }]
    return []
  })
  const own = thresholds.filter(({ signal }) => !signal.startsWith('containerfs'))
  return [...own, ...derived]
}

/** Below this the threshold is met, and how the kubelet writes it. */
export function quantityOf(
  { value }: Threshold,
  { capacity }: Observation,
): { readonly quantity: number; readonly text: string } {
  if ('quantity' in value) return value
  const quantity = Math.trunc(capacity * value.share)
  return { quantity, text: writeQuantity(quantity, 'BinarySI') }
}
