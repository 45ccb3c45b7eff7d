import type { Quantity } from '../../snapshot/quantity/quantity.ts'
import { type GoValue, goJson } from '../go/json-text.ts'
import { goQuote } from '../go/quote.ts'

/** The types of field errors, by the reason that a Status cause names. */
export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'

export interface FieldError {
  readonly type: FieldErrorType
  readonly field: string
  /** The message without the field: field.Error.ErrorBody. */
  readonly body: string
}

const TITLES = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
} as const satisfies Record<FieldErrorType, string>

/**
 * A value that is printed as JSON: everything but plain texts, numbers and truths. Enumerations are
 * named string types in Go and so are JSON too, which shows in how odd characters are escaped.
 */
export class Json {
  readonly text: string

  constructor(value: GoValue) {
    this.text = goJson(value)
  }
}

export type BadValue = string | number | bigint | boolean | Json | Quantity

/** Texts of errors that Berth holds; the server has no bound but its memory. */
export const ERROR_CHARS_MAX = 8_000_000

/** Collects field errors in the order in which upstream finds them. */
export class FieldErrors {
  readonly list: FieldError[] = []
  private chars = 0

  get isBeyond(): boolean {
    return this.chars > ERROR_CHARS_MAX
  }

  /** What is told: of errors that read alike the first (field.ErrorList.ToAggregate). */
  get distinct(): readonly FieldError[] {
    return [...new Map(this.list.map((error) => [`${error.field}: ${error.body}`, error])).values()]
  }

  get count(): number {
    return this.list.length
  }

  required(field: string, detail = ''): void {
    this.add('FieldValueRequired', field, '', detail)
  }

  invalid(field: string, value: BadValue, detail: string): void {
    this.add('FieldValueInvalid', field, `: ${printed(value)}`, detail)
  }

  /** One error a message. */
  invalidEach(field: string, value: BadValue, details: readonly string[]): void {
    for (const detail of details) this.invalid(field, value, detail)
  }

  duplicate(field: string, value: BadValue): void {
    this.add('FieldValueDuplicate', field, `: ${printed(value)}`, '')
  }

  notFound(field: string, value: BadValue, detail = ''): void {
    this.add('FieldValueNotFound', field, `: ${printed(value)}`, detail)
  }

  forbidden(field: string, detail: string): void {
    this.add('FieldValueForbidden', field, '', detail)
  }

  notSupported(field: string, value: BadValue, supported: readonly string[]): void {
    const detail = `supported values: ${supported.map(goQuote).join(', ')}`
    this.add('FieldValueNotSupported', field, `: ${printed(value)}`, detail)
  }

  tooLong(field: string, bytesMax: number): void {
    this.add('FieldValueTooLong', field, '', `may not be more than ${bytesMax} bytes`)
  }

  tooMany(field: string, count: number, countMax: number): void {
    this.add('FieldValueTooMany', field, `: ${count}`, `must have at most ${countMax} items`)
  }

  private add(type: FieldErrorType, field: string, value: string, detail: string): void {
    if (this.isBeyond) return
    const body = `${TITLES[type]}${value}${detail === '' ? '' : `: ${detail}`}`
    this.list.push({ type, field, body })
    this.chars += field.length + body.length
  }
}

function printed(value: BadValue): string {
  if (typeof value === 'string') return goQuote(value)
  if (typeof value !== 'object') return String(value)
  return value instanceof Json ? value.text : `"${value}"`
}
