import type { Pattern } from './pattern.ts'
import type { PatternReader } from './pattern-reader.ts'

/** How often a part comes; no bound: Infinity. */
export interface Repetition {
  readonly min: number
  readonly max: number
  /** With a question mark behind it. */
  readonly isLazy: boolean
}

/** An operator with the question mark of a lazy one, taken; null: none comes. */
export function takeRepetition(reader: PatternReader): Repetition | null {
  const mark = reader.next
  const bounds = mark === '{' ? takeCounts(reader) : boundsOf(mark)
  if (bounds === null) return null
  if (mark !== '{') reader.take()
  const [min, max] = bounds
  return { min, max, isLazy: reader.takeIf('?') }
}

function boundsOf(mark: string | undefined): readonly [number, number] | null {
  if (mark === '*') return [0, Infinity]
  if (mark === '+') return [1, Infinity]
  return mark === '?' ? [0, 1] : null
}

/** `{2}`, `{2,}`, `{2,5}`; any other brace is a character. */
function takeCounts(reader: PatternReader): readonly [number, number] | null {
  const match = reader.takeMatch(/^\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/)
  if (match === null) return null
  const min = Number(match[1])
  if (match[2] === undefined) return [min, min]
  return [min, match[3] === undefined ? Infinity : Number(match[3])]
}

/** Whether repetitions in each other repeat nothing more often than so many times. */
export function isRepeatable(pattern: Pattern, timesMax: number): boolean {
  if (pattern.kind === 'sequence' || pattern.kind === 'choice') {
    return pattern.parts.every((part) => isRepeatable(part, timesMax))
  }
  if (pattern.kind !== 'repeat') return true
  const times = pattern.max === Infinity ? pattern.min : pattern.max
  if (pattern.max === 0) return true
  if (times > timesMax) return false
  const left = times > 0 ? Math.floor(timesMax / times) : timesMax
  return isRepeatable(pattern.part, left)
}
