import type { QuantityCache } from '../resources/quantity.ts'
import type { Issues, JsonPath } from './json-path.ts'
import { timeMsOf } from './time.ts'

/** What reading needs besides the value itself. */
export interface ReadContext {
  readonly issues: Issues
  readonly quantities: QuantityCache
}

export type JsonObject = { readonly [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}

/**
 * Typed reading of one Kubernetes object: absent and null are undefined, a wrong type is an issue
 * with its place and reads as undefined. Unknown fields are never looked at.
 */
export class Fields {
  readonly value: JsonObject
  readonly path: JsonPath
  readonly context: ReadContext

  constructor(value: JsonObject, path: JsonPath, context: ReadContext) {
    this.value = value
    this.path = path
    this.context = context
  }

  wrong(key: string, expected: string): undefined {
    const message = `expected ${expected}, got ${kindOf(this.value[key])}`
    this.context.issues.add(this.path.at(key), 'not-a-request', message)
    return undefined
  }

  string(key: string): string | undefined {
    const value = this.value[key]
    if (value === undefined || value === null) return undefined
    return typeof value === 'string' ? value : this.wrong(key, 'a string')
  }

  boolean(key: string): boolean {
    const value = this.value[key]
    if (value === undefined || value === null) return false
    if (typeof value === 'boolean') return value
    this.wrong(key, 'a boolean')
    return false
  }

  integer(key: string): number | undefined {
    const value = this.value[key]
    if (value === undefined || value === null) return undefined
    return Number.isSafeInteger(value) ? (value as number) : this.wrong(key, 'an integer') // isSafeInteger implies number
  }

  /** Most numbers of the Kubernetes API are of 32 bits, and sums of them stay exact. */
  int32(key: string): number | undefined {
    const value = this.integer(key)
    return value === undefined || value === (value | 0) ? value : this.wrong(key, 'an int32')
  }

  object(key: string): Fields | undefined {
    const value = this.value[key]
    if (value === undefined || value === null) return undefined
    if (!isObject(value)) return this.wrong(key, 'an object')
    return new Fields(value, this.path.at(key), this.context)
  }

  objectOrEmpty(key: string): Fields {
    return this.object(key) ?? new Fields({}, this.path.at(key), this.context)
  }

  /** The objects of a list; an absent list is empty. */
  objects(key: string): Fields[] {
    const value = this.value[key]
    if (value === undefined || value === null) return []
    const path = this.path.at(key)
    if (!Array.isArray(value)) {
      this.wrong(key, 'an array')
      return []
    }
    const fields: Fields[] = []
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index]
      if (isObject(item)) fields.push(new Fields(item, path.at(index), this.context))
      else {
        const message = `expected an object, got ${kindOf(item)}`
        this.context.issues.add(path.at(index), 'not-a-request', message)
      }
    }
    return fields
  }

  strings(key: string): string[] {
    return this.items(key, 'a string', (item): item is string => typeof item === 'string')
  }

  private items<Item>(key: string, what: string, is: (item: unknown) => item is Item): Item[] {
    const value = this.value[key]
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) {
      this.wrong(key, `an array of ${what.slice(what.indexOf(' ') + 1)}s`)
      return []
    }
    const path = this.path.at(key)
    return value.filter((item, index): item is Item => {
      if (is(item)) return true
      const message = `expected ${what}, got ${kindOf(item)}`
      this.context.issues.add(path.at(index), 'not-a-request', message)
      return false
    })
  }

  /** The integers of a list that are exact; an absent list is empty. */
  integers(key: string): number[] {
    return this.items(key, 'an integer', (item): item is number => Number.isSafeInteger(item))
  }

  booleans(key: string): boolean[] {
    return this.items(key, 'a boolean', (item): item is boolean => typeof item === 'boolean')
  }

  has(key: string): boolean {
    const value = this.value[key]
    return value !== undefined && value !== null
  }

  /** A map of strings such as labels; names from outside stay Map keys. */
  stringMap(key: string): Map<string, string> {
    const map = new Map<string, string>()
    const fields = this.object(key)
    if (fields === undefined) return map
    for (const name of Object.keys(fields.value)) {
      const text = fields.string(name)
      if (text !== undefined) map.set(name, text)
    }
    return map
  }

  /** A resource list in nano units by resource name; a bad quantity is an issue and is left out. */
  quantities(key: string): Map<string, bigint> {
    const map = new Map<string, bigint>()
    const fields = this.object(key)
    if (fields === undefined) return map
    for (const name of Object.keys(fields.value)) {
      const nano = fields.quantity(name)
      if (nano !== undefined) map.set(name, nano)
    }
    return map
  }

  quantity(key: string): bigint | undefined {
    const text = this.quantityText(key)
    return text === undefined ? undefined : (this.context.quantities.parse(text) ?? undefined)
  }

  /** A quantity as it was written; what is none is an issue and reads as undefined. */
  quantityText(key: string): string | undefined {
    const value = this.value[key]
    return value === undefined || value === null ? undefined : this.quantityItem(value, key)
  }

  quantityTexts(key: string): string[] {
    const value = this.value[key]
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) {
      this.wrong(key, 'an array of quantities')
      return []
    }
    const path = this.path.at(key)
    const fields = new Fields({ ...value }, path, this.context)
    return value.flatMap((item, index) => fields.quantityItem(item, `${index}`) ?? [])
  }

  private quantityItem(value: unknown, key: string): string | undefined {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') return this.wrong(key, 'a quantity')
    if (this.context.quantities.parse(text) !== null) return text
    const message = `${JSON.stringify(text)} is not a quantity`
    this.context.issues.add(this.path.at(key), 'invalid-quantity', message)
    return undefined
  }

  /** Milliseconds since the epoch of an RFC 3339 time. */
  timeMs(key: string): number | undefined {
    const text = this.string(key)
    if (text === undefined) return undefined
    const ms = timeMsOf(text)
    return Number.isNaN(ms) ? this.wrong(key, 'an RFC 3339 time') : ms
  }
}
