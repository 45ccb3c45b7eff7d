/** A value, or what the user is told instead: one line for each thing that is wrong. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly string[] }

export function ok<Value>(value: Value): Result<Value> {
  return { ok: true, value }
}

export function wrong(...errors: string[]): { readonly ok: false; readonly errors: string[] } {
  return { ok: false, errors }
}
