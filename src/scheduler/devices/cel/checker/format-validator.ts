import { clauseError } from '../library/format-errors.ts'
import { type FormatClause, parseFormat } from '../library/format-text.ts'
import type { CallExpr, Expr } from '../syntax/expr.ts'
import type { ExpressionErrors } from '../syntax/expression-errors.ts'
import type { TypeKind } from '../types/cel-type.ts'
import type { CheckedExpr } from './checked.ts'

const TEXT_KINDS: ReadonlySet<TypeKind> = new Set([
  'list',
  'map',
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'timestamp',
  'bytes',
  'duration',
  'type',
  'null',
])
const FLOAT_KINDS: ReadonlySet<TypeKind> = new Set(['double', 'string'])
const KINDS: Readonly<Record<FormatClause['verb'], ReadonlySet<TypeKind>>> = {
  s: TEXT_KINDS,
  d: new Set(['int', 'uint']),
  f: FLOAT_KINDS,
  e: FLOAT_KINDS,
  b: new Set(['int', 'uint', 'bool']),
  x: new Set(['int', 'uint', 'string', 'bytes']),
  X: new Set(['int', 'uint', 'string', 'bytes']),
  o: new Set(['int', 'uint']),
}

/** A literal format with a literal list of arguments is checked clause by clause. */
export function validateFormat(
  call: CallExpr,
  checked: CheckedExpr,
  errors: ExpressionErrors,
): void {
  const { target } = call
  const [list] = call.args
  if (target?.kind !== 'literal' || typeof target.value !== 'string') return
  if (call.args.length !== 1 || list.kind !== 'list') return
  const args = list.elements.map(({ value }) => value)
  const parsed = parseFormat(target.value, args.length)
  for (const part of parsed.parts) {
    if (typeof part === 'string') continue
    const wrong = wrongPart(args[part.argument], part.verb, checked)
    if (wrong === null) continue
    errors.report(wrong.at, `error during formatting: ${wrong.error}`)
    return
  }
  if (parsed.error !== null) errors.report(call.at, parsed.error)
  else if (args.length > parsed.argumentCount) {
    const counts = `(expected ${parsed.argumentCount}, got ${args.length})`
    errors.report(call.at, `too many arguments supplied to string.format ${counts}`)
  }
}

function wrongPart(
  arg: Expr,
  verb: FormatClause['verb'],
  checked: CheckedExpr,
): { readonly at: number; readonly error: string } | null {
  const type = checked.typeOf(arg)
  if (type === undefined) return null
  if (type.kind !== 'dyn' && !KINDS[verb].has(type.kind)) {
    return { at: arg.at, error: clauseError(verb, type.name) }
  }
  if (verb !== 's') return null
  for (const part of literalParts(arg)) {
    const wrong = wrongPart(part, verb, checked)
    if (wrong !== null) return wrong
  }
  return null
}

function literalParts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'list') return expr.elements.map(({ value }) => value)
  return expr.kind === 'map' ? expr.entries.flatMap(({ key, value }) => [key, value]) : []
}
