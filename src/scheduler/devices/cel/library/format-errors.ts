import type { FormatClause } from './format-text.ts'

const WANTED: Readonly<Record<FormatClause['verb'], string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  X: 'only integers, byte buffers, and strings can be formatted as hex',
  o: 'octal clause can only be used on integers',
}

/** The error of a clause for a type that it cannot show. */
export function clauseError(verb: FormatClause['verb'], typeName: string): string {
  return `${WANTED[verb]}, was given ${typeName}`
}
