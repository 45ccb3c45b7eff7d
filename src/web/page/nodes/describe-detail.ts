import { milliOf } from '../../../explain/why/amount.ts'
import { describeFacts } from '../../../explain/why/describe-cause.ts'
import type { Detail } from '../../../scheduler/framework/detail.ts'
import { amountText, resourceName } from '../../amounts.ts'

/** One fact behind a refusal, in a short sentence. */
export function describeDetail(detail: Detail): string {
  if (detail.kind === 'resource') {
    const amount = (text: string) => amountText(detail.resource, milliOf(text) / 1000)
    const { requested, free, allocatable } = detail
    return `${resourceName(detail.resource)}: asks ${amount(requested)}, free ${amount(free)} of ${amount(allocatable)}`
  }
  return describeFacts([detail])
}
