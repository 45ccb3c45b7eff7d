import { forbidden, invalidValue } from '../../../snapshot/json/field-error.ts'
import type { StrictFields } from '../../config/strict-fields.ts'

const NS_PER_SECOND = 1e9

/** bindingTimeout: no such field, refused since its gate is off, or taken. */
export type BindingTimeout = 'unknown' | 'gated' | 'known'

/** DynamicResourcesArgs: time limits, which a decision does not depend on; read to be validated. */
export function readDynamicResourcesArgs(fields: StrictFields, rule: BindingTimeout): null {
  const filterTimeout = fields.duration('filterTimeout')
  if (filterTimeout !== undefined && filterTimeout.ns < 0) {
    const message = invalidValue(filterTimeout.text, 'must be zero or positive')
    fields.addIssue(fields.path.at('filterTimeout'), message)
  }
  const bindingTimeout = rule === 'unknown' ? undefined : fields.duration('bindingTimeout')
  if (bindingTimeout === undefined) return null
  const path = fields.path.at('bindingTimeout')
  if (rule === 'gated') {
    const gates = 'DRADeviceBindingConditions or DRAResourceClaimDeviceStatus'
    fields.addIssue(path, forbidden(`${gates} feature gate is disabled`))
  } else if (bindingTimeout.ns < NS_PER_SECOND) {
    fields.addIssue(path, invalidValue(bindingTimeout.text, 'must be at least 1 second'))
  }
  return null
}
