import { Bytes, type CelValue, Uint } from '../values/cel-value.ts'
import { parseGoFloat } from '../values/go-float.ts'
import { INT_MAX, INT_MIN, UINT_MAX } from '../values/integers.ts'
import type { Token } from './token.ts'
import { unescapeBytes, unescapeString } from './unescape.ts'

export type ParsedLiteral = { readonly value: CelValue } | { readonly error: string }

/** The value of a literal's token; the sign before a number belongs to it. */
export function parseLiteral(token: Token, isNegative: boolean): ParsedLiteral {
  switch (token.kind) {
    case 'NUM_INT':
      return parseInteger(token.text, isNegative)
    case 'NUM_UINT':
      return parseUnsigned(token.text.slice(0, -1))
    case 'NUM_FLOAT':
      return parseDouble(token.text, isNegative)
    case 'STRING':
      return unescapeString(token.text)
    case 'BYTES': {
      const bytes = unescapeBytes(token.text.slice(1))
      return 'error' in bytes ? bytes : { value: new Bytes(bytes.value) }
    }
    default:
      return { value: token.kind === 'null' ? null : token.kind === 'true' }
  }
}

function parseInteger(text: string, isNegative: boolean): ParsedLiteral {
  const magnitude = BigInt(text)
  const value = isNegative ? -magnitude : magnitude
  if (value < INT_MIN || value > INT_MAX) return { error: 'invalid int literal' }
  return { value }
}

function parseUnsigned(text: string): ParsedLiteral {
  const value = BigInt(text)
  return value > UINT_MAX ? { error: 'invalid uint literal' } : { value: new Uint(value) }
}

function parseDouble(text: string, isNegative: boolean): ParsedLiteral {
  const value = parseGoFloat(isNegative ? `-${text}` : text)
  return value === null ? { error: 'invalid double literal' } : { value }
}
