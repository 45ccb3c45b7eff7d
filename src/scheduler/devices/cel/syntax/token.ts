/** Kinds of tokens by the names that the grammar's errors use. */
export type TokenKind =
  | '=='
  | '!='
  | 'in'
  | '<'
  | '<='
  | '>='
  | '>'
  | '&&'
  | '||'
  | '['
  | ']'
  | '{'
  | '}'
  | '('
  | ')'
  | '.'
  | ','
  | '-'
  | '!'
  | '?'
  | ':'
  | '+'
  | '*'
  | '/'
  | '%'
  | 'true'
  | 'false'
  | 'null'
  | 'NUM_FLOAT'
  | 'NUM_INT'
  | 'NUM_UINT'
  | 'STRING'
  | 'BYTES'
  | 'IDENTIFIER'
  | 'ESC_IDENTIFIER'
  | 'EOF'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly at: number
}
