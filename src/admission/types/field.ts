/**
 * How the fields of the API types are written down, one short text each, close to Go's own words:
 *
 *     string  string(v1.RestartPolicy)  bool  int32  int64  Quantity  Time  IntOrString  FieldsV1
 *     Container           a struct of v1, by name    *Container    a pointer, which may be absent
 *     core.Toleration     a struct of another package; `struct { ... }` one without a name
 *     []Container         a list                     map:string    a map from strings
 *     map(v1.ResourceList):Quantity  a named map     ...!          written even when it is empty
 *     VolumeSource>...    a field of an embedded struct, whose name errors mention
 *
 * Decoding, zero values, writing and the TypeScript types all come from these texts.
 */
export type FieldKind =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'Quantity'
  | 'Time'
  | 'IntOrString'
  | 'FieldsV1'
  | 'struct'
  | 'list'
  | 'map'

export interface FieldType {
  readonly kind: FieldKind
  readonly isPointer: boolean
  /**
   * Written even when it is empty: Go's tag has no omitempty, or the type is a struct, which
   * ignores it.
   */
  readonly isAlwaysWritten: boolean
  /** The embedded struct that the field comes from, or empty. */
  readonly embedded: string
  /** The struct's name in the tables, for kind struct. */
  readonly struct: string
  /** What reflect.Type.String gives, as Go's errors print it. */
  readonly goType: string
  /** The type of items and values, for lists and maps. */
  readonly element: FieldType | null
}

const NAMED_STRING = /^string\((.*)\)$/
const MAP = /^map(?:\((.*?)\))?:(.*)$/
const SCALARS = ['string', 'bool', 'int32', 'int64', 'FieldsV1'] as const
/** Structs with a JSON form of their own. */
const OPAQUE = ['Quantity', 'Time', 'IntOrString'] as const

const parsed = new Map<string, FieldType>()

export function fieldType(text: string): FieldType {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const type = parse(text)
  parsed.set(text, type)
  return type
}

function parse(text: string): FieldType {
  const isMarked = text.endsWith('!')
  const [head, rest] = cutAt(isMarked ? text.slice(0, -1) : text, '>')
  const isPointer = rest.startsWith('*')
  const type = shapeOf(isPointer ? rest.slice(1) : rest)
  const isStruct = type.kind === 'struct' || OPAQUE.some((name) => name === type.kind)
  const isAlwaysWritten = isMarked || (isStruct && !isPointer && type.kind !== 'Time')
  return { ...type, isPointer, isAlwaysWritten, embedded: head }
}

function cutAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 1)]
}

type Shape = Pick<FieldType, 'kind' | 'struct' | 'goType' | 'element'>

function shapeOf(text: string): Shape {
  const plain = SCALARS.find((kind) => kind === text) ?? OPAQUE.find((kind) => kind === text)
  if (plain !== undefined) return { kind: plain, struct: '', goType: text, element: null }
  const named = NAMED_STRING.exec(text)?.[1]
  if (named !== undefined) return { kind: 'string', struct: '', goType: named, element: null }
  if (text.startsWith('[]')) {
    const element = fieldType(text.slice(2))
    return { kind: 'list', struct: '', goType: `[]${element.goType}`, element }
  }
  const map = MAP.exec(text)
  if (map !== null) {
    const element = fieldType(map[2] ?? '')
    return { kind: 'map', struct: '', goType: map[1] ?? `map[string]${element.goType}`, element }
  }
  const isWhole = text.includes('.') || text.startsWith('struct ')
  const goType = isWhole ? text : `v1.${text}`
  return { kind: 'struct', struct: text, goType, element: null }
}
