import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'

/**
 * An object with the given names in the given case. Go reads the names of JSON whatever their case,
 * and of a name that is there twice the last.
 */
export function withGoNames(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value
  const known = new Map(names.map((name) => [name.toLowerCase(), name]))
  const renamed = Object.entries(value).map(([key, field]): [string, unknown] => [
    known.get(key.toLowerCase()) ?? key,
    field,
  ])
  return Object.fromEntries(renamed)
}

/** The same of every value of an object by name, and of what is in a list of theirs. */
export function eachWithGoNames(
  value: unknown,
  names: readonly string[],
  list?: { readonly of: string; readonly names: readonly string[] },
): unknown {
  if (!isObject(value)) return value
  const renamed = Object.entries(value).map(([key, field]): [string, unknown] => {
    const one = withGoNames(field, names)
    return [key, list !== undefined && isObject(one) ? withListNames(one, list) : one]
  })
  return Object.fromEntries(renamed)
}

function withListNames(
  value: JsonObject,
  { of, names }: { readonly of: string; readonly names: readonly string[] },
): JsonObject {
  const items = value[of]
  if (!Array.isArray(items)) return value
  return { ...value, [of]: items.map((item) => withGoNames(item, names)) }
}
