import type { Pattern } from './pattern.ts'
import type { PatternReader } from './pattern-reader.ts'

/** How often a part comes; no bound: Infinity. */
export interface Repetition {
  readonly min: number
  readonly max: number
}

/** An operator with the question mark of a lazy one, taken; null: none comes. */
export function takeRepetition(reader: PatternReader): Repetition | null {
  const mark = reader.next
  let repetition: Repetition | null = null
  if (mark === '*' || mark === '+' || mark === '?') {
    reader.take()
    repetition = { min: mark === '+' ? 1 : 0, max: mark === '?' ? 1 : Infinity }
  } else if (mark === '{') repetition = takeCounts(reader)
  if (repetition !== null) reader.takeIf('?')
  return repetition
}

/** `{2}`, `{2,}`, `{2,5}`; any other brace is a character. */
function takeCounts(reader: PatternReader): Repetition | null {
  const match = reader.takeMatch(/^\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/)
  if (match === null) return null
  const min = Number(match[1])
  if (match[2] === undefined) return { min, max: min }
  return { min, max: match[3] === undefined ? Infinity : Number(match[3]) }
}

/** How often the innermost part is repeated by counts, the largest product of those in each other. */
export function repetitionsIn(pattern: Pattern): number {
  if (pattern.kind === 'repeat') {
    const count = pattern.max === Infinity ? pattern.min : pattern.max
    return Math.max(count, 1) * repetitionsIn(pattern.part)
  }
  if (pattern.kind !== 'sequence' && pattern.kind !== 'choice') return 1
  let most = 1
  for (const part of pattern.parts) most = Math.max(most, repetitionsIn(part))
  return most
}
