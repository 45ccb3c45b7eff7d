import { isOneOf } from '../json/one-of.ts'

export interface NodeRequirement {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
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
