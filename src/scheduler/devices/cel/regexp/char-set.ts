/** A range of code points, both ends included. */
export type Range = readonly [number, number]

export const DIGIT: readonly Range[] = [[0x30, 0x39]]
export const SPACE: readonly Range[] = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
]
export const WORD: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
const CODE_POINT_MAX = 0x10ffff
const ASCII_SIZE = 0x80

export function complementOf(ranges: readonly Range[]): readonly Range[] {
  const complement: Range[] = []
  let next = 0
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (low > next) complement.push([next, low - 1])
    next = Math.max(next, high + 1)
  }
  if (next <= CODE_POINT_MAX) complement.push([next, CODE_POINT_MAX])
  return complement
}

/**
 * The characters that one place of a pattern takes. Whether a single character is in it is left to
 * the platform's own expressions, which know Unicode's properties and its case folding.
 */
export class CharSet {
  private readonly tester: RegExp
  private readonly isNegated: boolean
  private readonly ascii = new Uint8Array(ASCII_SIZE)

  private constructor(source: string, isNegated: boolean, ignoresCase: boolean) {
    this.tester = new RegExp(`^[${source}]$`, ignoresCase ? 'iv' : 'v')
    this.isNegated = isNegated
    for (let code = 0; code < ASCII_SIZE; code++) this.ascii[code] = this.test(code) ? 1 : 0
  }

  /** Of ranges and of properties as the platform writes them (`\p{Lu}`). */
  static of(
    ranges: readonly Range[],
    properties: readonly string[],
    { isNegated, ignoresCase }: { readonly isNegated: boolean; readonly ignoresCase: boolean },
  ): CharSet {
    const source = ranges.map(([low, high]) => `${escaped(low)}-${escaped(high)}`)
    return new CharSet([...source, ...properties].join(''), isNegated, ignoresCase)
  }

  has(code: number): boolean {
    return code < ASCII_SIZE ? this.ascii[code] === 1 : this.test(code)
  }

  private test(code: number): boolean {
    return this.tester.test(String.fromCodePoint(code)) !== this.isNegated
  }
}

function escaped(code: number): string {
  return `\\u{${code.toString(16)}}`
}

/** A property by Go's name for it: a general category or a script; null: neither. */
export function propertyNamed(name: string, isNegated: boolean): string | null {
  const mark = isNegated ? '\\P' : '\\p'
  if (name === 'Any') return `${mark}{Any}`
  if (!/^[A-Za-z][A-Za-z_]*$/.test(name)) return null
  const isCategory = /^[CLMNPSZ][a-z]?$/.test(name)
  const source = isCategory ? `${mark}{${name}}` : `${mark}{Script=${name}}`
  return isKnown(source) ? source : null
}

function isKnown(property: string): boolean {
  try {
    new RegExp(property, 'u')
    return true
  } catch {
    // The platform says in no other way which scripts it knows.
    return false
  }
}
