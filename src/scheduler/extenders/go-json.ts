import { err, ok, type Result } from '../../result.ts'
import { isObject } from '../../snapshot/json/fields.ts'

/*
 * JSON read as Go's encoding/json reads it into a type: names whatever their case, null for what is
 * absent, unknown names passed over, and the first wrong type told in Go's words.
 */

/** Where a value is: fields from the root on, and the struct that the last of them belongs to. */
interface Place {
  readonly struct: string
  readonly fields: readonly string[]
  readonly problems: string[]
}

/** A type of Go. */
export interface GoType<T> {
  readonly name: string
  /** `value` may be null or absent: the zero value. */
  read(value: unknown, at: Place): T
}

type Structure = Readonly<Record<string, GoType<unknown>>>
type Read<S extends Structure> = {
  readonly [K in keyof S]: S[K] extends GoType<infer T> ? T : never
}

export const STRING: GoType<string> = {
  name: 'string',
  read: (value, at) => (typeof value === 'string' ? value : refused(value, STRING.name, at, '')),
}

/** Beyond 2^53 not exact, as the JSON that was parsed is not. */
export const INT64: GoType<number> = {
  name: 'int64',
  read: (value, at) =>
    typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63
      ? value
      : refused(value, INT64.name, at, 0),
}

export function struct<S extends Structure>(name: string, fields: S): GoType<Read<S>> {
  const nameOf = new Map(Object.keys(fields).map((field) => [field.toLowerCase(), field]))
  const type = {
    name: `v1.${name}`,
    read(value: unknown, at: Place): Read<S> {
      const given = objectOf(value, type.name, at)
      // In the order of the text, in which Go meets what is wrong; of a name that is there twice the last.
      const found = new Map<string, unknown>()
      for (const [key, item] of given) {
        const field = nameOf.get(key.toLowerCase())
        if (field === undefined) continue
        const inner = { ...at, struct: name, fields: [...at.fields, field] }
        found.set(field, fields[field]?.read(item, inner))
      }
      for (const field of Object.keys(fields)) {
        if (!found.has(field)) found.set(field, fields[field]?.read(null, at))
      }
      // The keys are those of `fields`, and each value is what its type read.
      return Object.fromEntries(found) as Read<S>
    },
  }
  return type
}

export function listOf<T>(item: GoType<T>, name = `[]${item.name}`): GoType<readonly T[]> {
  const type = {
    name,
    read(value: unknown, at: Place): readonly T[] {
      if (Array.isArray(value)) return value.map((one) => item.read(one, at))
      return refused(value, name, at, [])
    },
  }
  return type
}

export function mapOf<T>(item: GoType<T>, name: string): GoType<ReadonlyMap<string, T>> {
  return {
    name,
    read: (value, at) =>
      new Map(objectOf(value, name, at).map(([key, one]) => [key, item.read(one, at)])),
  }
}

/** Null tells itself from the zero value. */
export function pointerTo<T>(type: GoType<T>): GoType<T | null> {
  return {
    name: `*${type.name}`,
    read: (value, at) => (value === null || value === undefined ? null : type.read(value, at)),
  }
}

/** The value, or Go's words for the first thing that is wrong. */
export function readGo<T>(type: GoType<T>, value: unknown): Result<T, string> {
  const problems: string[] = []
  const read = type.read(value, { struct: '', fields: [], problems })
  const [first] = problems
  return first === undefined ? ok(read) : err(first)
}

function objectOf(value: unknown, type: string, at: Place): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : refused(value, type, at, [])
}

/** The zero value; null is not wrong. */
function refused<T>(value: unknown, type: string, { struct, fields, problems }: Place, zero: T): T {
  if (value === null || value === undefined) return zero
  const into = fields.length === 0 ? 'value' : `struct field ${[struct, ...fields].join('.')}`
  problems.push(`json: cannot unmarshal ${kindOf(value, type)} into Go ${into} of type ${type}`)
  return zero
}

function kindOf(value: unknown, type: string): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  // A number of the wrong kind is told itself.
  if (typeof value === 'number' && type === INT64.name) return `number ${value}`
  return typeof value
}
