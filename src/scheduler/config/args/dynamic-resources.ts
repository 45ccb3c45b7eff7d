import { forbidden, invalidValue } from '../../../snapshot/json/field-error.ts'
import type { StrictFields } from '../strict-fields.ts'

const NS_PER_SECOND = 1e9

/** DynamicResourcesArgs: time limits, which a decision does not depend on; read to be validated. */
export function checkDynamicResourcesArgs(fields: StrictFields): void {
  const filterTimeout = fields.duration('filterTimeout')
  if (filterTimeout !== undefined && filterTimeout.ns < 0) {
    const message = invalidValue(filterTimeout.text, 'must be zero or positive')
    fields.refuse(fields.place.at('filterTimeout'), message)
  }
  const bindingTimeout = fields.duration('bindingTimeout')
  if (bindingTimeout === undefined) return
  const place = fields.place.at('bindingTimeout')
  if (!fields.context.release.config.bindingTimeout) {
    const gates = 'DRADeviceBindingConditions or DRAResourceClaimDeviceStatus'
    fields.refuse(place, forbidden(`${gates} feature gate is disabled`))
  } else if (bindingTimeout.ns < NS_PER_SECOND) {
    fields.refuse(place, invalidValue(bindingTimeout.text, 'must be at least 1 second'))
  }
}
