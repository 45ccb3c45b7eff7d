import { forbidden, invalidValue } from '../../../snapshot/json/field-error.ts'
import type { StrictFields } from '../../config/strict-fields.ts'

const NS_PER_SECOND = 1e9
const NS_PER_MS = 1e6

/** bindingTimeout: no such field, refused since its gate is off, or taken. */
export type BindingTimeout = 'unknown' | 'gated' | 'known'

export interface DynamicResourcesArgs {
  readonly bindingTimeoutMs: number
}

export const DEFAULT_ARGS: DynamicResourcesArgs = { bindingTimeoutMs: 600_000 }

/** How long Filter may take is only validated: searches are limited by steps. */
export function readDynamicResourcesArgs(
  fields: StrictFields,
  rule: BindingTimeout,
): DynamicResourcesArgs {
  const filterTimeout = fields.duration('filterTimeout')
  if (filterTimeout !== undefined && filterTimeout.ns < 0) {
    const message = invalidValue(filterTimeout.text, 'must be zero or positive')
    fields.addIssue(fields.path.at('filterTimeout'), message)
  }
  const bindingTimeout = rule === 'unknown' ? undefined : fields.duration('bindingTimeout')
  if (bindingTimeout === undefined) return DEFAULT_ARGS
  const path = fields.path.at('bindingTimeout')
  if (rule === 'gated') {
    const gates = 'DRADeviceBindingConditions or DRAResourceClaimDeviceStatus'
    fields.addIssue(path, forbidden(`${gates} feature gate is disabled`))
  } else if (bindingTimeout.ns < NS_PER_SECOND) {
    fields.addIssue(path, invalidValue(bindingTimeout.text, 'must be at least 1 second'))
  }
  return { bindingTimeoutMs: bindingTimeout.ns / NS_PER_MS }
}
