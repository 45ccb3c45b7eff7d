import type { CharSet } from './char-set.ts'

/** A pattern that was read (Go regexp/syntax, Perl flags). */
export type Pattern =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly parts: readonly Pattern[] }
  | {
      readonly kind: 'repeat'
      readonly part: Pattern
      readonly min: number
      /** Infinity: no bound. */
      readonly max: number
      readonly isGreedy: boolean
    }

export type Assertion =
  | 'text-start'
  | 'text-end'
  | 'line-start'
  | 'line-end'
  | 'word-boundary'
  | 'no-word-boundary'

export const EMPTY: Pattern = { kind: 'empty' }
