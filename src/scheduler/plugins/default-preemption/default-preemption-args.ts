import { invalidValue } from '../../../snapshot/json/field-error.ts'
import type { StrictFields } from '../../config/strict-fields.ts'
import type { PreemptionArgs } from '../../preemption/preemption.ts'

const PERCENTAGE_KEY = 'minCandidateNodesPercentage'
const ABSOLUTE_KEY = 'minCandidateNodesAbsolute'

export const DEFAULT_ARGS: PreemptionArgs = {
  minCandidateNodesPercentage: 10,
  minCandidateNodesAbsolute: 100,
}

/** DefaultPreemptionArgs. */
export function readDefaultPreemptionArgs(fields: StrictFields): PreemptionArgs {
  const percentage = fields.int32(PERCENTAGE_KEY) ?? DEFAULT_ARGS.minCandidateNodesPercentage
  const absolute = fields.int32(ABSOLUTE_KEY) ?? DEFAULT_ARGS.minCandidateNodesAbsolute
  const refuse = (key: string, value: number, detail: string) =>
    fields.addIssue(fields.path.at(key), invalidValue(value, detail))
  if (percentage < 0 || percentage > 100) {
    refuse(PERCENTAGE_KEY, percentage, 'not in valid range [0, 100]')
  }
  if (absolute < 0) refuse(ABSOLUTE_KEY, absolute, 'not in valid range [0, inf)')
  if (percentage === 0 && absolute === 0) {
    refuse(PERCENTAGE_KEY, 0, `cannot be zero at the same time as ${ABSOLUTE_KEY}`)
    refuse(ABSOLUTE_KEY, 0, `cannot be zero at the same time as ${PERCENTAGE_KEY}`)
  }
  return { minCandidateNodesPercentage: percentage, minCandidateNodesAbsolute: absolute }
}
