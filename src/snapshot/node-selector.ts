import type { Fields } from './fields.ts'
import { isLabelKey, isLabelValue } from './label-syntax.ts'
import { isOneOf } from './one-of.ts'

export interface NodeRequirement {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
}

/** One term of a node selector; `malformed` says why upstream's parser refuses it (it then matches nothing). */
export interface NodeSelectorTerm {
  readonly expressions: readonly NodeRequirement[]
  readonly fields: readonly NodeRequirement[]
  readonly malformed: string | null
}

/** Terms are alternatives; no terms match no node. Empty terms were dropped, as upstream does. */
export type NodeSelector = readonly NodeSelectorTerm[]

export interface PreferredTerm {
  readonly weight: number
  readonly term: NodeSelectorTerm
}

/** The term's source is kept by classic releases also when it is empty, so callers filter. */
export function readNodeSelectorTerm(fields: Fields): NodeSelectorTerm {
  const expressions = readRequirements(fields, 'matchExpressions')
  const matchFields = readRequirements(fields, 'matchFields')
  const malformed =
    firstOf(expressions, malformedExpression) ?? firstOf(matchFields, malformedField)
  return { expressions, fields: matchFields, malformed }
}

export function isEmptyTerm(term: NodeSelectorTerm): boolean {
  return term.expressions.length === 0 && term.fields.length === 0
}

/** Reads `nodeSelectorTerms` of a v1.NodeSelector; null when the selector is absent. */
export function readNodeSelector(owner: Fields, field: string): NodeSelector | null {
  const selector = owner.object(field)
  return selector === undefined
    ? null
    : selector.objects('nodeSelectorTerms').map(readNodeSelectorTerm)
}

function readRequirements(fields: Fields, key: string): NodeRequirement[] {
  return fields.objects(key).map((requirement) => ({
    key: requirement.string('key') ?? '',
    operator: requirement.string('operator') ?? '',
    values: requirement.strings('values'),
  }))
}

function firstOf(
  requirements: readonly NodeRequirement[],
  judge: (requirement: NodeRequirement) => string | null,
): string | null {
  for (const requirement of requirements) {
    const problem = judge(requirement)
    if (problem !== null) return problem
  }
  return null
}

/** Classic releases judge a term's expressions apart from its fields. */
export function malformedAmong(expressions: readonly NodeRequirement[]): string | null {
  return firstOf(expressions, malformedExpression)
}

function malformedExpression({ key, operator, values }: NodeRequirement): string | null {
  if (!isLabelKey(key)) return `${JSON.stringify(key)} is not a label key`
  const bad = values.find((value) => !isLabelValue(value))
  if (bad !== undefined) return `${JSON.stringify(bad)} is not a label value`
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? null : `operator ${operator} needs values`
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0 ? null : `operator ${operator} takes no values`
    case 'Gt':
    case 'Lt':
      return values.length === 1 && parseInt64(values[0] ?? '') !== null
        ? null
        : `operator ${operator} needs one integer`
    default:
      return `${JSON.stringify(operator)} is not a node selector operator`
  }
}

function malformedField({ operator, values }: NodeRequirement): string | null {
  if (operator !== 'In' && operator !== 'NotIn') return `operator ${operator} does not fit a field`
  return values.length === 1 ? null : 'a field needs exactly one value'
}

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n
/** No label's value is longer; a hand-made one is no number, and costs no arithmetic. */
const LABEL_MAX = 63

/** strconv.ParseInt(text, 10, 64): a sign and decimal digits, within range. */
export function parseInt64(text: string): bigint | null {
  if (text.length > LABEL_MAX || !/^[+-]?\d+$/.test(text)) return null
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
  return value < INT64_MIN || value > INT64_MAX ? null : value
}

/** Whether a label's value (undefined: the key is absent) meets a well-formed requirement. */
export function requirementAccepts(
  { operator, values }: NodeRequirement,
  value: string | undefined,
): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && isOneOf(values, value)
    case 'NotIn':
      return value === undefined || !isOneOf(values, value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return value !== undefined && comparesInteger(operator, value, values[0] ?? '')
  }
}

function comparesInteger(operator: string, labelText: string, boundText: string): boolean {
  const label = parseInt64(labelText)
  const bound = parseInt64(boundText)
  if (label === null || bound === null) return false
  return operator === 'Gt' ? label > bound : label < bound
}

/** Only metadata.name exists as a node field; any other field reads as the empty string. */
export function fieldAccepts(requirement: NodeRequirement, nodeName: string): boolean {
  const value = requirement.key === 'metadata.name' ? nodeName : ''
  return isOneOf(requirement.values, value) === (requirement.operator === 'In')
}
