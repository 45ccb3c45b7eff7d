import { CPU } from '../../../snapshot/resources/resource-names.ts'
import type { Detail } from '../../framework/detail.ts'

/** What a node lacks of one resource; nothing when there is enough free. Amounts as in a manifest. */
export function shortage(
  resource: string,
  reason: string,
  amount: number,
  allocatable: number,
  taken: number,
): Detail[] {
  const free = allocatable - taken
  if (amount <= free) return []
  const write = (one: number) => written(resource, one)
  return [
    {
      kind: 'resource',
      reason,
      resource,
      requested: write(amount),
      free: write(free),
      allocatable: write(allocatable),
    },
  ]
}

/** As users write it: cpu in cores or milli, the rest in plain units. */
function written(resource: string, amount: number): string {
  if (resource !== CPU) return String(amount)
  return amount % 1000 === 0 ? String(amount / 1000) : `${amount}m`
}
