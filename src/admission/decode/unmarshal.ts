import { parseQuantity } from '../../snapshot/quantity/parse-quantity.ts'
import { UNSET_QUANTITY } from '../../snapshot/quantity/quantity.ts'
import type { Beyond } from '../beyond.ts'
import { rfc3339Error } from '../go/rfc3339.ts'
import type { FieldType } from '../types/field.ts'
import type { Value } from '../types/zero.ts'
import { integerOf } from './integer.ts'
import type { JsonCursor } from './json-cursor.ts'

/** What a type with an UnmarshalJSON of its own makes of a value. */
export type Unmarshaled =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly message: string
      /**
       * What was found in place of goType, where the error is one of types and gets its context.
       */
      readonly typeError?: string
      readonly goType: string
      readonly beyond?: Beyond['code']
    }

const INT32_MAX = 2n ** 31n - 1n
const INT32_MIN = -(2n ** 31n)

/** Null for types that encoding/json decodes itself. */
export function unmarshal(type: FieldType, json: JsonCursor, current: Value): Unmarshaled | null {
  switch (type.kind) {
    case 'Quantity':
      return quantity(json.takeRaw())
    case 'Time':
      return time(json)
    case 'IntOrString':
      return intOrString(json, current)
    case 'FieldsV1':
      json.skipValue()
      return { ok: true, value: true }
    default:
      return null
  }
}

/** Takes the text between the quotes as it stands, escapes and all. */
function quantity(raw: string): Unmarshaled {
  if (raw === 'null') return { ok: true, value: UNSET_QUANTITY }
  const text = raw.length >= 2 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw
  const parsed = parseQuantity(trimSpace(text))
  if (parsed.ok) return { ok: true, value: parsed.quantity }
  const { message, isBeyond } = parsed.error
  return { ok: false, goType: '', message, ...(isBeyond && { beyond: 'invalid-quantity' }) }
}

/** strings.TrimSpace, which unlike trim() leaves the byte order mark. */
function trimSpace(text: string): string {
  return text.replace(/^[^\S\ufeff]+|[^\S\ufeff]+$/g, '')
}

function time(json: JsonCursor): Unmarshaled {
  const kind = kindOf(json.peek())
  if (kind === 'null') {
    json.skipValue()
    return { ok: true, value: '' }
  }
  if (kind !== 'string') {
    json.skipValue()
    return { ok: false, message: '', typeError: kind, goType: 'string' }
  }
  const text = json.takeString()
  const message = rfc3339Error(text)
  return message === null ? { ok: true, value: text } : { ok: false, message, goType: '' }
}

function intOrString(json: JsonCursor, current: Value): Unmarshaled {
  const kind = kindOf(json.peek())
  if (kind === 'string') return { ok: true, value: json.takeString() }
  if (kind === 'null') {
    json.skipValue()
    return { ok: true, value: typeof current === 'number' ? current : 0 }
  }
  if (kind !== 'number') {
    json.skipValue()
    return { ok: false, message: '', typeError: kind, goType: 'int32' }
  }
  const literal = json.takeLiteral()
  const value = integerOf(literal)
  if (value !== null && value >= INT32_MIN && value <= INT32_MAX) {
    return { ok: true, value: Number(value) }
  }
  return { ok: false, message: '', typeError: `number ${literal}`, goType: 'int32' }
}

function kindOf(char: string): string {
  switch (char) {
    case '"':
      return 'string'
    case '{':
      return 'object'
    case '[':
      return 'array'
    case 'n':
      return 'null'
    case 't':
    case 'f':
      return 'bool'
    default:
      return 'number'
  }
}
