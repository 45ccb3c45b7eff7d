/** What `(?ims)` switches on. */
export interface Flags {
  readonly ignoresCase: boolean
  readonly isMultiLine: boolean
  readonly dotTakesNewline: boolean
  readonly isUngreedy: boolean
}

export const NO_FLAGS: Flags = {
  ignoresCase: false,
  isMultiLine: false,
  dotTakesNewline: false,
  isUngreedy: false,
}

export function withFlags(flags: Flags, letters: string, on: boolean): Flags {
  return {
    ignoresCase: letters.includes('i') ? on : flags.ignoresCase,
    isMultiLine: letters.includes('m') ? on : flags.isMultiLine,
    dotTakesNewline: letters.includes('s') ? on : flags.dotTakesNewline,
    isUngreedy: letters.includes('U') ? on : flags.isUngreedy,
  }
}
