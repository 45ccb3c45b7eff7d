import { parseQuantity } from '../../snapshot/resources/quantity.ts'

const MILLI_PER_UNIT = 1000
const NANO_PER_MILLI = 10n ** 6n

/** Thousandths of a quantity, for comparing amounts of one resource. */
export function milliOf(quantity: string): number {
  return Number((parseQuantity(quantity) ?? 0n) / NANO_PER_MILLI)
}

const BINARY: readonly (readonly [bytes: number, suffix: string])[] = [
  [2 ** 40, 'Ti'],
  [2 ** 30, 'Gi'],
  [2 ** 20, 'Mi'],
  [2 ** 10, 'Ki'],
]

/** A quantity of thousandths as people write it, never more than it is: 2500m, 1.5Gi, 3. */
export function writeMilli(resource: string, milli: number): string {
  if (resource === 'cpu') return milli % MILLI_PER_UNIT === 0 ? `${milli / 1000}` : `${milli}m`
  const units = Math.floor(milli / MILLI_PER_UNIT)
  if (!BYTES.test(resource)) return `${units}`
  const [size, suffix] = BINARY.find(([bytes]) => units >= bytes * 10) ?? [1, '']
  return `${Math.floor(units / size)}${suffix}`
}

const BYTES = /^(memory|ephemeral-storage|hugepages-.*)$/
