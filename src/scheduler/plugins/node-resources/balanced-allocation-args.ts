import { duplicateValue, invalidValue } from '../../../snapshot/json/field-error.ts'
import type { StrictFields } from '../../config/strict-fields.ts'
import { readResources } from './resource-list-args.ts'
import type { WeightedResource } from './scoring-strategy.ts'

/** NodeResourcesBalancedAllocationArgs: each resource once, and no weight but 1. */
export function readBalancedAllocationArgs(fields: StrictFields): readonly WeightedResource[] {
  const resources = readResources(fields)
  const seen = new Set<string>()
  for (const [index, { name, weight }] of resources.entries()) {
    const path = fields.path.at('resources').at(index)
    if (seen.has(name)) fields.addIssue(path.at('name'), duplicateValue(name))
    seen.add(name)
    if (weight !== 1) fields.addIssue(path.at('weight'), invalidValue(weight, 'must be 1'))
  }
  return resources
}
