import type { TokenKind } from './token.ts'

/** All kinds in the order of the grammar, which is that of ANTLR's lists. */
const IN_ORDER: readonly TokenKind[] = [
  '==',
  '!=',
  'in',
  '<',
  '<=',
  '>=',
  '>',
  '&&',
  '||',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '.',
  ',',
  '-',
  '!',
  '?',
  ':',
  '+',
  '*',
  '/',
  '%',
  'true',
  'false',
  'null',
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
  'ESC_IDENTIFIER',
  'EOF',
]
const NAMED: ReadonlySet<TokenKind> = new Set([
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
  'ESC_IDENTIFIER',
])

export type TokenSet = ReadonlySet<TokenKind>

export function tokenSet(...parts: readonly (TokenKind | TokenSet)[]): TokenSet {
  return new Set(parts.flatMap((part) => (typeof part === 'string' ? [part] : [...part])))
}

/** What an expression may start with. */
export const OPERAND: TokenSet = tokenSet(
  '[',
  '{',
  '(',
  '.',
  '-',
  '!',
  'true',
  'false',
  'null',
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
)
/** How an operand can go on. */
export const CONTINUATION: TokenSet = tokenSet(
  '==',
  '!=',
  'in',
  '<',
  '<=',
  '>=',
  '>',
  '&&',
  '||',
  '[',
  '.',
  '-',
  '?',
  '+',
  '*',
  '/',
  '%',
)
export const OPTIONAL_OPERAND: TokenSet = tokenSet(OPERAND, '?')
export const FIELD_NAME: TokenSet = tokenSet('IDENTIFIER', 'ESC_IDENTIFIER')

/** `')'` for one kind, `{']', ','}` for several. */
export function formatTokens(set: TokenSet): string {
  const names = IN_ORDER.filter((kind) => set.has(kind)).map(formatToken)
  return names.length === 1 ? names.join('') : `{${names.join(', ')}}`
}

function formatToken(kind: TokenKind): string {
  if (kind === 'EOF') return '<EOF>'
  return NAMED.has(kind) ? kind : `'${kind}'`
}
