import type { TokenKind } from './token.ts'

/** What the characters from a place on are: a token that ends there, or none, and where that showed. */
export type Scan =
  | { readonly kind: TokenKind; readonly end: number }
  | { readonly kind: null; readonly failedAt: number }
