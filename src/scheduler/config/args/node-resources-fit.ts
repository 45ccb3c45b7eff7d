import {
  forbidden,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../../../snapshot/json/field-error.ts'
import { qualifiedNameProblems } from '../../../snapshot/selectors/qualified-name.ts'
import type { ScoringStrategy } from '../../plugins/node-resources/scoring-strategy.ts'
import type { PluginArgs } from '../../profiles/plugin-args.ts'
import { DEFAULT_ARGS } from '../../profiles/plugin-args.ts'
import type { StrictFields } from '../strict-fields.ts'
import { readResources } from './resources.ts'
import { readShape, validateShape } from './utilization-shape.ts'

const TYPES = ['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'] as const
const RESOURCE_WEIGHT_MAX = 100

/** NodeResourcesFitArgs (ValidateNodeResourcesFitArgs). */
export function readNodeResourcesFitArgs(fields: StrictFields): PluginArgs['fit'] {
  const ignoredResources = fields.strings('ignoredResources')
  const ignoredResourceGroups = fields.strings('ignoredResourceGroups')
  for (const [index, name] of ignoredResources.entries()) {
    refuseName(fields, 'ignoredResources', index, name)
  }
  for (const [index, group] of ignoredResourceGroups.entries()) {
    if (group.includes('/')) {
      const path = fields.path.at('ignoredResourceGroups').at(index)
      fields.addIssue(path, invalidValue(group, "resource group name can't contain '/'"))
    }
    refuseName(fields, 'ignoredResourceGroups', index, group)
  }
  const strategy = fields.object('scoringStrategy')
  return {
    strategy: strategy === undefined ? DEFAULT_ARGS.fit.strategy : readStrategy(strategy),
    ignoredResources,
    ignoredResourceGroups,
  }
}

function refuseName(fields: StrictFields, key: string, index: number, name: string): void {
  for (const problem of qualifiedNameProblems(name)) {
    fields.addIssue(fields.path.at(key).at(index), invalidValue(name, problem))
  }
}

function readStrategy(fields: StrictFields): ScoringStrategy {
  const typeText = fields.string('type') ?? ''
  const type = TYPES.find((one) => one === typeText)
  if (type === undefined) fields.addIssue(fields.path.at('type'), unsupportedValue(typeText, TYPES))
  const resources = readResources(fields)
  for (const [index, { name, weight }] of resources.entries()) {
    if (weight > 0 && weight <= RESOURCE_WEIGHT_MAX) continue
    const detail = `resource weight of ${name} not in valid range (0, ${RESOURCE_WEIGHT_MAX}]`
    fields.addIssue(
      fields.path.at('resources').at(index).at('weight'),
      invalidValue(weight, detail),
    )
  }
  const shape = readRatioShape(fields, type)
  fields.end()
  return { type: type ?? 'LeastAllocated', resources, shape }
}

function readRatioShape(
  fields: StrictFields,
  type: ScoringStrategy['type'] | undefined,
): ScoringStrategy['shape'] {
  const ratio = fields.object('requestedToCapacityRatio')
  const path = fields.path.at('requestedToCapacityRatio')
  const isWanted = type === 'RequestedToCapacityRatio'
  if (ratio === undefined) {
    const detail = 'must be specified when type is RequestedToCapacityRatio'
    if (isWanted) fields.addIssue(path, requiredValue(detail))
    return []
  }
  const shape = readShape(ratio, 'shape')
  ratio.end()
  if (isWanted || !fields.context.release.config.forbidsUnusedRatio) {
    validateShape(fields, path.at('shape'), shape)
  } else {
    fields.addIssue(path, forbidden('must be nil when type is not RequestedToCapacityRatio'))
  }
  return shape
}
