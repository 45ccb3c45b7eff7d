import type { ResourceList } from '../types/types.ts'
import type { Warnings } from './warnings.ts'

/** Bytes come whole. */
export function warnOfFraction(
  list: ResourceList | undefined,
  resource: string,
  path: string,
  warnings: Warnings,
): void {
  const quantity = list?.get(resource)
  if (quantity === undefined || quantity.isWhole) return
  const rule = `fractional byte value "${quantity}" is invalid, must be an integer`
  warnings.add(`${path}[${resource}]: ${rule}`)
}
