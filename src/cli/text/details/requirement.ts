import * as z from 'zod'

/** One requirement of a label selector or of a node selector. */
export const Requirement = z.object({
  key: z.string(),
  operator: z.string(),
  values: z.array(z.string()).optional(),
})

const SIGNS = new Map([
  ['Gt', '>'],
  ['Lt', '<'],
])

/** `app=web`, `tier in (a, b)`, `has gpu`, all of them joined by `and`. */
export function requirementsText(requirements: readonly z.output<typeof Requirement>[]): string {
  return requirements.length === 0 ? 'anything' : requirements.map(requirementText).join(' and ')
}

function requirementText({ key, operator, values = [] }: z.output<typeof Requirement>): string {
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
