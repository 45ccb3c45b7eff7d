import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import type { Issues, JsonPath } from '../../snapshot/json/json-path.ts'
import { durationText, parseDuration } from '../go/duration.ts'
import type { ConfigRules } from './config-rules.ts'

/** What reading a configuration needs besides the JSON, and where it says what it found. */
export interface ConfigContext {
  readonly rules: ConfigRules
  /** What cannot be decoded at all; upstream looks no further then. */
  readonly undecodable: Issues
  readonly invalid: Issues
}

/** A duration, and the text that upstream writes for it. */
export interface Duration {
  readonly ns: number
  readonly text: string
}

const INT32_MAX = 2 ** 31 - 1

/**
 * Typed reading of one object as Kubernetes' strict decoder does it: null is absent, and a field that
 * nobody asked for is an error. Call `end` when all known fields are read.
 */
export class StrictFields {
  readonly value: JsonObject
  readonly path: JsonPath
  readonly context: ConfigContext
  /** The place as upstream names it in messages, from the object that it decodes. */
  private readonly fieldPath: string
  private readonly known = new Set<string>()

  constructor(value: JsonObject, path: JsonPath, context: ConfigContext, fieldPath = '') {
    this.value = value
    this.path = path
    this.context = context
    this.fieldPath = fieldPath
  }

  has(key: string): boolean {
    return this.raw(key) !== undefined
  }

  /** The value as it is; undefined when absent or null. */
  raw(key: string): unknown {
    this.known.add(key)
    // Own fields only: "constructor" and the like come from outside too.
    return Object.hasOwn(this.value, key) ? (this.value[key] ?? undefined) : undefined
  }

  string(key: string): string | undefined {
    const value = this.raw(key)
    if (value === undefined || typeof value === 'string') return value
    return this.addTypeIssue(this.path.at(key), 'a string', value)
  }

  boolean(key: string): boolean {
    const value = this.raw(key)
    if (typeof value === 'boolean') return value
    if (value !== undefined) this.addTypeIssue(this.path.at(key), 'a boolean', value)
    return false
  }

  int32(key: string): number | undefined {
    const value = this.int64(key)
    if (value === undefined || (value >= -INT32_MAX - 1 && value <= INT32_MAX)) return value
    return this.addTypeIssue(this.path.at(key), 'an int32', value)
  }

  int64(key: string): number | undefined {
    const value = this.raw(key)
    if (value === undefined) return undefined
    // isSafeInteger implies number.
    if (Number.isSafeInteger(value)) return value as number
    return this.addTypeIssue(this.path.at(key), 'an integer', value)
  }

  number(key: string): number | undefined {
    const value = this.raw(key)
    if (value === undefined || typeof value === 'number') return value
    return this.addTypeIssue(this.path.at(key), 'a number', value)
  }

  duration(key: string): Duration | undefined {
    const text = this.string(key)
    if (text === undefined) return undefined
    const parsed = parseDuration(text)
    if (parsed.ok) return { ns: parsed.ns, text: durationText(parsed.ns) }
    this.context.undecodable.add(this.path.at(key), 'invalid-config', parsed.message)
    return undefined
  }

  object(key: string): StrictFields | undefined {
    const value = this.raw(key)
    if (value === undefined) return undefined
    if (isObject(value)) return this.inner(value, this.path.at(key), this.pathOf(key))
    return this.addTypeIssue(this.path.at(key), 'an object', value)
  }

  /** The objects of a list; as in Go, null among them is an empty one. */
  objects(key: string): StrictFields[] {
    return this.list(key).flatMap((item, index) => {
      const path = this.path.at(key).at(index)
      const value = item ?? {}
      if (isObject(value)) return [this.inner(value, path, `${this.pathOf(key)}[${index}]`)]
      this.addTypeIssue(path, 'an object', value)
      return []
    })
  }

  strings(key: string): string[] {
    return this.list(key).flatMap((item, index) => {
      const value = item ?? ''
      if (typeof value === 'string') return [value]
      this.addTypeIssue(this.path.at(key).at(index), 'a string', value)
      return []
    })
  }

  private list(key: string): readonly unknown[] {
    const value = this.raw(key)
    if (Array.isArray(value)) return value
    if (value !== undefined) this.addTypeIssue(this.path.at(key), 'an array', value)
    return []
  }

  /** Every field that was never asked for is an error. */
  end(): void {
    for (const key of Object.keys(this.value)) {
      if (this.known.has(key)) continue
      const message = `unknown field ${JSON.stringify(this.pathOf(key))}`
      this.context.undecodable.add(this.path.at(key), 'invalid-config', message)
    }
  }

  /** Says of a field, or of the object itself, what validation found. */
  addIssue(path: JsonPath, message: string): void {
    this.context.invalid.add(path, 'invalid-config', message)
  }

  private inner(value: JsonObject, path: JsonPath, fieldPath: string): StrictFields {
    return new StrictFields(value, path, this.context, fieldPath)
  }

  private pathOf(key: string): string {
    return this.fieldPath === '' ? key : `${this.fieldPath}.${key}`
  }

  private addTypeIssue(path: JsonPath, expected: string, value: unknown): undefined {
    const message = `expected ${expected}, got ${kindOf(value)}`
    this.context.undecodable.add(path, 'invalid-config', message)
    return undefined
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'number' ? `the number ${value}` : `a ${typeof value}`
}
