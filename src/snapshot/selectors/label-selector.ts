import type { Fields } from '../json/fields.ts'
import { isOneOf } from '../json/one-of.ts'
import { isLabelKey, isLabelValue } from './label-syntax.ts'

export type Labels = ReadonlyMap<string, string>

/** One requirement on a label; all requirements of a selector must hold. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  readonly values: readonly string[]
}

/** `null` selects nothing; no requirements select everything (metav1.LabelSelectorAsSelector). */
export type LabelSelector = readonly LabelRequirement[] | null

export const EVERYTHING: LabelSelector = []

function requirementMatches(requirement: LabelRequirement, labels: Labels): boolean {
  const value = labels.get(requirement.key)
  switch (requirement.operator) {
    case 'In':
      return value !== undefined && isOneOf(requirement.values, value)
    case 'NotIn':
      return value === undefined || !isOneOf(requirement.values, value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
  }
}

export function selectorMatches(selector: LabelSelector, labels: Labels): boolean {
  if (selector === null) return false
  for (const requirement of selector) {
    if (!requirementMatches(requirement, labels)) return false
  }
  return true
}

/** Requirements of a plain map, as a Service's or ReplicationController's selector has it. */
export function selectorOfMap(labels: Labels): LabelRequirement[] {
  return [...labels].map(([key, value]) => ({ key, operator: 'In', values: [value] }))
}

/** Reads metav1.LabelSelector; what the API server would refuse is an `invalid-selector` issue. */
export function readLabelSelector(owner: Fields, field: string): LabelSelector {
  const fields = owner.object(field)
  if (fields === undefined) return null
  const requirements = selectorOfMap(fields.stringMap('matchLabels'))
  for (const { key, values } of requirements) {
    const bad = !isLabelKey(key) || !isLabelValue(values[0] ?? '')
    if (bad) invalid(fields, 'matchLabels', `${key}=${values[0]} is not a label`)
  }
  for (const expression of fields.objects('matchExpressions')) {
    const requirement = readExpression(expression)
    if (requirement !== null) requirements.push(requirement)
  }
  return requirements
}

function readExpression(fields: Fields): LabelRequirement | null {
  const key = fields.string('key') ?? ''
  const operator = fields.string('operator') ?? ''
  const values = fields.strings('values')
  if (!isLabelKey(key)) return invalid(fields, 'key', `${JSON.stringify(key)} is not a label key`)
  const badValue = values.find((value) => !isLabelValue(value))
  if (badValue !== undefined) {
    return invalid(fields, 'values', `${JSON.stringify(badValue)} is not a label value`)
  }
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length > 0) return { key, operator, values }
      return invalid(fields, 'values', `operator ${operator} needs at least one value`)
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return { key, operator, values }
      return invalid(fields, 'values', `operator ${operator} takes no values`)
    default:
      return invalid(fields, 'operator', `${JSON.stringify(operator)} is not a selector operator`)
  }
}

function invalid(fields: Fields, key: string, message: string): null {
  fields.context.issues.add(fields.path.at(key), 'invalid-selector', message)
  return null
}
