import type { CelType } from './cel-type.ts'

/** A type as the checker's errors write it (cel-go checker FormatCELType). */
export function formatType(type: CelType): string {
  switch (type.kind) {
    case 'any':
      return 'any'
    case 'duration':
      return 'duration'
    case 'timestamp':
      return 'timestamp'
    case 'error':
      return '!error!'
    case 'null':
      return 'null'
    case 'param':
      return type.name
    default:
      return withParameters(type, formatType)
  }
}

/** A type as Go prints it (Type.String): type parameters in angle brackets, full names. */
export function printType(type: CelType): string {
  return type.kind === 'param' ? `<${type.name}>` : withParameters(type, printType)
}

function withParameters(type: CelType, format: (type: CelType) => string): string {
  if (type.parameters.length === 0) return type.name
  return `${type.name}(${type.parameters.map(format).join(', ')})`
}

/** The arguments of a call that no overload takes: `string.(int)` for a method, else `(string, int)`. */
export function formatArguments(types: readonly CelType[], isMember: boolean): string {
  const target = isMember && types[0] !== undefined ? `${formatType(types[0])}.` : ''
  const args = isMember ? types.slice(1) : types
  return `${target}(${args.map(formatType).join(', ')})`
}
