import { type CelValue, Uint } from './cel-value.ts'
import { formatGoFloat } from './go-float.ts'

/** A key or an index as Go prints it (%v). */
export function printValue(value: CelValue): string {
  if (value instanceof Uint) return String(value.value)
  return typeof value === 'number' ? formatGoFloat(value) : String(value)
}
