import type { Run } from '../interpreter/run.ts'
import { isMap } from '../values/cel-map.ts'
import {
  Bytes,
  CelError,
  CelList,
  type CelValue,
  type Outcome,
  TypeValue,
  Uint,
} from '../values/cel-value.ts'
import { compareStrings } from '../values/compare.ts'
import { fixed, formatGoFloat } from '../values/go-float.ts'
import { goQuote } from '../values/go-quote.ts'
import { Duration, Timestamp } from '../values/time.ts'
import { typeNameOf } from '../values/type-name.ts'
import { fromUtf8, utf8 } from '../values/utf8.ts'
import { clauseError } from './format-errors.ts'
import { type FormatClause, parseFormat } from './format-text.ts'

/** string.format: puts arguments in the place of clauses (cel-go ext/formatting.go). */
export function formatString(format: string, args: CelList, run: Run): Outcome {
  const parsed = parseFormat(format, args.items.length)
  const formatter = new Formatter(run)
  let text = ''
  for (const part of parsed.parts) {
    const shown =
      typeof part === 'string' ? part : formatter.clause(part, args.items[part.argument])
    if (shown instanceof CelError) return new CelError(`error during formatting: ${shown.text}`)
    if (!run.work(shown.length >> 2)) break
    text += shown
  }
  return parsed.error === null ? text : new CelError(parsed.error)
}

type Shown = string | CelError

class Formatter {
  private readonly run: Run

  constructor(run: Run) {
    this.run = run
  }

  clause({ verb, precision }: FormatClause, value: CelValue): Shown {
    switch (verb) {
      case 's':
        return this.text(value)
      case 'd':
        return isWhole(value) ? String(wholeOf(value)) : wrong(verb, value)
      case 'f':
      case 'e':
        return formatDouble(verb, precision, value)
      case 'b':
        if (typeof value === 'boolean') return value ? '1' : '0'
        return isWhole(value) ? wholeOf(value).toString(2) : wrong(verb, value)
      case 'o':
        return isWhole(value) ? wholeOf(value).toString(8) : wrong(verb, value)
      default:
        return formatHex(verb, value)
    }
  }

  private text(value: CelValue): Shown {
    if (value instanceof CelList) return this.list(value)
    if (isMap(value)) return this.map(value)
    return plainText(value) ?? wrong('s', value)
  }

  private list({ items }: CelList): Shown {
    if (!this.run.work(items.length)) return ''
    const parts: string[] = []
    for (const item of items) {
      const shown = this.nested(item)
      if (shown instanceof CelError) return shown
      if (!this.run.work(shown.length >> 2)) return ''
      parts.push(shown)
    }
    return `[${parts.join(', ')}]`
  }

  private map(value: CelValue): Shown {
    if (!isMap(value) || !this.run.work(value.size)) return ''
    const pairs: [string, string][] = []
    for (const [key, entry] of value.entries()) {
      const keyText = mapKey(key)
      if (keyText instanceof CelError) return keyText
      const shown = this.nested(entry)
      if (shown instanceof CelError) return shown
      if (!this.run.work((keyText.length + shown.length) >> 2)) return ''
      pairs.push([keyText, shown])
    }
    pairs.sort(([a], [b]) => compareStrings(a, b))
    return `{${pairs.map(([key, shown]) => `${key}:${shown}`).join(', ')}}`
  }

  /** A value inside a list or a map: strings in quotes, doubles with six digits. */
  private nested(value: CelValue): Shown {
    if (value instanceof CelList) return this.list(value)
    if (isMap(value)) return this.map(value)
    if (typeof value === 'string') return goQuote(value)
    if (typeof value === 'number') return nestedDouble(value)
    if (value instanceof Timestamp) return `timestamp(${goQuote(String(value))})`
    if (value instanceof Duration) return `duration(${goQuote(String(value))})`
    const text = plainText(value)
    if (text === null) return new CelError(`no formatting function for ${typeNameOf(value)}`)
    return value instanceof Bytes ? `b${goQuote(text)}` : text
  }
}

function wrong(verb: FormatClause['verb'], value: CelValue): CelError {
  return new CelError(clauseError(verb, typeNameOf(value)))
}

function isWhole(value: CelValue): value is bigint | Uint {
  return typeof value === 'bigint' || value instanceof Uint
}

function wholeOf(value: bigint | Uint): bigint {
  return typeof value === 'bigint' ? value : value.value
}

/** A value as %s shows it; null: it cannot. */
function plainText(value: CelValue): string | null {
  switch (typeof value) {
    case 'string':
      return value
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'number':
      return formatGoFloat(value)
    default:
      return objectText(value)
  }
}

function objectText(value: CelValue): string | null {
  if (value === null) return 'null'
  if (value instanceof Uint) return String(value.value)
  if (value instanceof TypeValue) return value.name
  if (value instanceof Bytes) return fromUtf8(value.octets) ?? ''
  return value instanceof Duration || value instanceof Timestamp ? String(value) : null
}

function mapKey(key: CelValue): Shown {
  if (typeof key === 'string') return goQuote(key)
  if (typeof key === 'boolean' || isWhole(key)) return plainText(key) ?? ''
  return new CelError(`no formatting function for map key of type ${typeNameOf(key)}`)
}

function nestedDouble(value: number): string {
  return Number.isFinite(value) ? fixed(value, 6) : goQuote(formatGoFloat(value))
}

const NON_FINITE: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
])

function formatDouble(verb: 'f' | 'e', precision: number, value: CelValue): Shown {
  const double = typeof value === 'string' ? NON_FINITE.get(value) : value
  if (typeof double !== 'number') return wrong(verb, value)
  if (!Number.isFinite(double)) {
    if (Number.isNaN(double)) return 'NaN'
    return double > 0 ? '∞' : '-∞'
  }
  if (verb === 'f') return grouped(fixed(double, precision))
  return scientific(double, precision)
}

/** en_US: commas between thousands. */
function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? withCommas : `${withCommas}.${fraction}`
}

/** 1.500000×10⁰³, as golang.org/x/text writes it; what should be a precision became a width. */
function scientific(value: number, width: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential(6).split('e')
  const digits = Math.abs(Number(exponent)).toString().padStart(2, '0')
  const superscript = Array.from(digits, (digit) => SUPERSCRIPTS[Number(digit)]).join('')
  const sign = Object.is(value, -0) ? '-' : ''
  const power = `${Number(exponent) < 0 ? '⁻' : ''}${superscript}`
  return `${sign}${mantissa}×10${power}`.padStart(width)
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function formatHex(verb: 'x' | 'X', value: CelValue): Shown {
  const hex = hexOf(value)
  if (hex === null) return wrong(verb, value)
  return verb === 'X' ? hex.toUpperCase() : hex
}

function hexOf(value: CelValue): string | null {
  if (isWhole(value)) return wholeOf(value).toString(16)
  const octets = typeof value === 'string' ? utf8(value) : value instanceof Bytes && value.octets
  if (octets === false) return null
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('')
}
