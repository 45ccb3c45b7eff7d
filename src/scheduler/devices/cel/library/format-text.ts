/** A clause of a format: `%s`, `%.3f`. */
export interface FormatClause {
  readonly verb: 's' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o'
  readonly precision: number
  /** Which argument it shows. */
  readonly argument: number
}

export interface ParsedFormat {
  /** Up to the error. */
  readonly parts: readonly (string | FormatClause)[]
  readonly argumentCount: number
  readonly error: string | null
}

const DEFAULT_PRECISION = 6
/** More digits than any double has. */
const PRECISION_MAX = 10_000
const CLAUSE = /^%(?:\.(\d*))?(.)?/s
const VERBS: ReadonlySet<string> = new Set(['s', 'd', 'f', 'e', 'b', 'x', 'X', 'o'])

/** Takes a format for so many arguments apart (cel-go ext/formatting.go). */
export function parseFormat(format: string, argumentCount: number): ParsedFormat {
  const parts: (string | FormatClause)[] = []
  let argument = 0
  let rest = format
  const failed = (error: string): ParsedFormat => ({ parts, argumentCount: argument, error })
  while (rest !== '') {
    const percent = rest.indexOf('%')
    if (percent !== 0) {
      const text = percent < 0 ? rest : rest.slice(0, percent)
      parts.push(text)
      rest = rest.slice(text.length)
    } else if (rest.startsWith('%%')) {
      parts.push('%')
      rest = rest.slice(2)
    } else {
      if (argument >= argumentCount) return failed(`index ${argument} out of range`)
      const clause = parseClause(rest, argument)
      if (typeof clause === 'string') return failed(clause)
      parts.push(clause)
      argument++
      rest = rest.slice(CLAUSE.exec(rest)?.[0].length ?? 1)
    }
  }
  return { parts, argumentCount: argument, error: null }
}

function parseClause(rest: string, argument: number): FormatClause | string {
  if (rest.length === 1) return 'unexpected end of string'
  const [, digits, verb] = CLAUSE.exec(rest) ?? []
  const failed = 'could not parse formatting clause: '
  if (digits !== undefined && verb === undefined) {
    return `${failed}error while parsing precision: could not find end of precision specifier`
  }
  if (digits === '') {
    const error = 'strconv.Atoi: parsing "": invalid syntax'
    return `${failed}error while parsing precision: error while converting precision to integer: ${error}`
  }
  if (!isVerb(verb)) return `${failed}unrecognized formatting clause "${verb ?? ''}"`
  const precision = digits === undefined ? DEFAULT_PRECISION : Number(digits)
  return { verb, precision: Math.min(precision, PRECISION_MAX), argument }
}

function isVerb(text: string | undefined): text is FormatClause['verb'] {
  return text !== undefined && VERBS.has(text)
}
