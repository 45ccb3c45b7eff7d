import { invalidValue } from '../../../snapshot/json/field-error.ts'
import { DEFAULT_ARGS, type PluginArgs } from '../../profiles/plugin-args.ts'
import type { StrictFields } from '../strict-fields.ts'

const PERCENTAGE_KEY = 'minCandidateNodesPercentage'
const ABSOLUTE_KEY = 'minCandidateNodesAbsolute'

/** DefaultPreemptionArgs. */
export function readDefaultPreemptionArgs(fields: StrictFields): PluginArgs['defaultPreemption'] {
  const defaults = DEFAULT_ARGS.defaultPreemption
  const percentage = fields.int32(PERCENTAGE_KEY) ?? defaults.minCandidateNodesPercentage
  const absolute = fields.int32(ABSOLUTE_KEY) ?? defaults.minCandidateNodesAbsolute
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
