import { invalidValue } from '../../../snapshot/json/field-error.ts'
import { DEFAULT_ARGS, type PluginArgs } from '../../profiles/plugin-args.ts'
import type { StrictFields } from '../strict-fields.ts'

const WEIGHT_MAX = 100

/** InterPodAffinityArgs. */
export function readInterPodAffinityArgs(fields: StrictFields): PluginArgs['interPodAffinity'] {
  const hardPodAffinityWeight =
    fields.int32('hardPodAffinityWeight') ?? DEFAULT_ARGS.interPodAffinity.hardPodAffinityWeight
  if (hardPodAffinityWeight < 0 || hardPodAffinityWeight > WEIGHT_MAX) {
    const message = invalidValue(hardPodAffinityWeight, `not in valid range [0, ${WEIGHT_MAX}]`)
    fields.addIssue(fields.path.at('hardPodAffinityWeight'), message)
  }
  return {
    hardPodAffinityWeight,
    ignorePreferredTermsOfExistingPods: fields.boolean('ignorePreferredTermsOfExistingPods'),
  }
}
