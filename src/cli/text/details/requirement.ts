import type { NodeRequirement } from '../../../snapshot/selectors/node-requirement.ts'

const SIGNS = new Map([
  ['Gt', '>'],
  ['Lt', '<'],
])

/** `app=web`, `tier in (a, b)`, `has gpu`, all of them joined by `and`. */
export function requirementsText(requirements: readonly NodeRequirement[]): string {
  return requirements.length === 0 ? 'anything' : requirements.map(requirementText).join(' and ')
}

function requirementText({ key, operator, values }: NodeRequirement): string {
  const [value = ''] = values
  const list = `(${values.join(', ')})`
  switch (operator) {
    case 'In':
      return values.length === 1 ? `${key}=${value}` : `${key} in ${list}`
    case 'NotIn':
      return values.length === 1 ? `${key}!=${value}` : `${key} not in ${list}`
    case 'Exists':
      return `has ${key}`
    case 'DoesNotExist':
      return `has no ${key}`
    default:
      return `${key} ${SIGNS.get(operator) ?? operator} ${values.join(', ')}`
  }
}
