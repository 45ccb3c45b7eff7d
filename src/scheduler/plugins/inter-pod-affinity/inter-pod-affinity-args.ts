import { invalidValue } from '../../../snapshot/json/field-error.ts'
import type { StrictFields } from '../../config/strict-fields.ts'

const WEIGHT_MAX = 100

/** InterPodAffinityArgs. */
export interface InterPodAffinityArgs {
  /** What a required affinity term of a running pod counts for. */
  readonly hardPodAffinityWeight: number
  readonly ignorePreferredTermsOfExistingPods: boolean
}

export const DEFAULT_ARGS: InterPodAffinityArgs = {
  hardPodAffinityWeight: 1,
  ignorePreferredTermsOfExistingPods: false,
}

export function readInterPodAffinityArgs(fields: StrictFields): InterPodAffinityArgs {
  const hardPodAffinityWeight =
    fields.int32('hardPodAffinityWeight') ?? DEFAULT_ARGS.hardPodAffinityWeight
  if (hardPodAffinityWeight < 0 || hardPodAffinityWeight > WEIGHT_MAX) {
    const message = invalidValue(hardPodAffinityWeight, `not in valid range [0, ${WEIGHT_MAX}]`)
    fields.addIssue(fields.path.at('hardPodAffinityWeight'), message)
  }
  return {
    hardPodAffinityWeight,
    ignorePreferredTermsOfExistingPods: fields.boolean('ignorePreferredTermsOfExistingPods'),
  }
}
