/** Static types, as cel-go common/types: what the checker knows before any device is looked at. */

export type TypeKind =
  | 'any'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'opaque'
  | 'string'
  | 'struct'
  | 'timestamp'
  | 'type'
  | 'param'
  | 'uint'

export interface CelType {
  readonly kind: TypeKind
  /** The name at run time, and that of a type parameter. */
  readonly name: string
  readonly parameters: readonly CelType[]
}

function simple(kind: TypeKind, name: string): CelType {
  return { kind, name, parameters: [] }
}

export const ANY: CelType = simple('any', 'google.protobuf.Any')
export const BOOL: CelType = simple('bool', 'bool')
export const BYTES: CelType = simple('bytes', 'bytes')
export const DOUBLE: CelType = simple('double', 'double')
export const DURATION: CelType = simple('duration', 'google.protobuf.Duration')
export const DYN: CelType = simple('dyn', 'dyn')
export const ERROR: CelType = simple('error', '*error*')
export const INT: CelType = simple('int', 'int')
export const NULL: CelType = simple('null', 'null_type')
export const STRING: CelType = simple('string', 'string')
export const TIMESTAMP: CelType = simple('timestamp', 'google.protobuf.Timestamp')
export const TYPE: CelType = simple('type', 'type')
export const UINT: CelType = simple('uint', 'uint')

export function typeParam(name: string): CelType {
  return simple('param', name)
}

export function objectType(name: string): CelType {
  return simple('struct', name)
}

export function listType(element: CelType): CelType {
  return { kind: 'list', name: 'list', parameters: [element] }
}

export function mapType(key: CelType, value: CelType): CelType {
  return { kind: 'map', name: 'map', parameters: [key, value] }
}

export function typeOfType(type: CelType): CelType {
  return { kind: 'type', name: 'type', parameters: [type] }
}

export function opaqueType(name: string, parameters: readonly CelType[]): CelType {
  return { kind: 'opaque', name, parameters }
}

const OPTIONAL_NAME = 'optional_type'

export function optionalType(value: CelType): CelType {
  return opaqueType(OPTIONAL_NAME, [value])
}

/** The type inside an optional, or null where the type is none. */
export function insideOptional(type: CelType): CelType | null {
  if (type.kind !== 'opaque' || type.name !== OPTIONAL_NAME) return null
  return type.parameters[0] ?? DYN
}

export function isDyn(type: CelType): boolean {
  return type.kind === 'dyn' || type.kind === 'any'
}

export function isDynOrError(type: CelType): boolean {
  return isDyn(type) || type.kind === 'error'
}

export function isExactType(a: CelType, b: CelType): boolean {
  if (a === b) return true
  if (a.kind !== b.kind || a.name !== b.name) return false
  if (a.parameters.length !== b.parameters.length) return false
  return a.parameters.every((parameter, i) => isExactType(parameter, b.parameters[i]))
}
