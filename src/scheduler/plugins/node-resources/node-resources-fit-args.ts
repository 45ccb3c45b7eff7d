import {
  forbidden,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../../../snapshot/json/field-error.ts'
import { qualifiedNameProblems } from '../../../snapshot/selectors/qualified-name.ts'
import type { StrictFields } from '../../config/strict-fields.ts'
import { CPU_AND_MEMORY, readResources } from './resource-list-args.ts'
import type { ScoringStrategy } from './scoring-strategy.ts'
import { readShape, validateShape } from './utilization-shape.ts'

const TYPES = ['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'] as const
const RESOURCE_WEIGHT_MAX = 100

/** NodeResourcesFitArgs. */
export interface NodeResourcesFitArgs {
  readonly strategy: ScoringStrategy
  readonly ignoredResources: readonly string[]
  readonly ignoredResourceGroups: readonly string[]
}

export const DEFAULT_ARGS: NodeResourcesFitArgs = {
  strategy: { type: 'LeastAllocated', resources: CPU_AND_MEMORY, shape: [] },
  ignoredResources: [],
  ignoredResourceGroups: [],
}

/** ValidateNodeResourcesFitArgs; `forbidsUnusedRatio`: a shape only with the type that has one. */
export function readNodeResourcesFitArgs(
  fields: StrictFields,
  forbidsUnusedRatio: boolean,
): NodeResourcesFitArgs {
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
    strategy:
      strategy === undefined ? DEFAULT_ARGS.strategy : readStrategy(strategy, forbidsUnusedRatio),
    ignoredResources,
    ignoredResourceGroups,
  }
}

function refuseName(fields: StrictFields, key: string, index: number, name: string): void {
  for (const problem of qualifiedNameProblems(name)) {
    fields.addIssue(fields.path.at(key).at(index), invalidValue(name, problem))
  }
}

function readStrategy(fields: StrictFields, forbidsUnusedRatio: boolean): ScoringStrategy {
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
  const shape = readRatioShape(fields, type, forbidsUnusedRatio)
  fields.end()
  return { type: type ?? 'LeastAllocated', resources, shape }
}

function readRatioShape(
  fields: StrictFields,
  type: ScoringStrategy['type'] | undefined,
  forbidsUnusedRatio: boolean,
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
  if (isWanted || !forbidsUnusedRatio) {
    validateShape(fields, path.at('shape'), shape)
  } else {
    fields.addIssue(path, forbidden('must be nil when type is not RequestedToCapacityRatio'))
  }
  return shape
}
