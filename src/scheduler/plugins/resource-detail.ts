import { CPU } from '../../snapshot/resource-names.ts'
import type { Detail } from '../plugin.ts'

/** Amounts of a resource as users write them: cpu in cores or milli, the rest in plain units. */
export function inQuantities(name: string, amounts: { [field: string]: number }): Detail {
  const write = (amount: number) =>
    name === CPU && amount % 1000 !== 0
      ? `${amount}m`
      : String(name === CPU ? amount / 1000 : amount)
  return Object.fromEntries(Object.entries(amounts).map(([field, one]) => [field, write(one)]))
}
