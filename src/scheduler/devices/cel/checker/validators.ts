import type { DeviceTexts } from '../interpreter/device-value.ts'
import type { CallExpr, Element, Expr } from '../syntax/expr.ts'
import type { ExpressionErrors } from '../syntax/expression-errors.ts'
import { type CelType, DYN, insideOptional, isExactType } from '../types/cel-type.ts'
import { formatType } from '../types/format-type.ts'
import { CelError, type CelValue } from '../values/cel-value.ts'
import { isTimestampSecond, parseDuration, parseTimestamp } from '../values/time.ts'
import type { CheckedExpr } from './checked.ts'
import { validateFormat } from './format-validator.ts'
import { partsOf } from './parts.ts'

/** What is refused although its types are right: literals that cannot be read, mixed lists and maps. */
export function validate(checked: CheckedExpr, texts: DeviceTexts, errors: ExpressionErrors): void {
  new Validator(checked, texts, errors).visit(checked.expr, false)
}

class Validator {
  private readonly checked: CheckedExpr
  private readonly texts: DeviceTexts
  private readonly errors: ExpressionErrors
  private readonly visited = new Set<Expr>()

  constructor(checked: CheckedExpr, texts: DeviceTexts, errors: ExpressionErrors) {
    this.checked = checked
    this.texts = texts
    this.errors = errors
  }

  visit(expr: Expr, isInFormat: boolean): void {
    if (this.visited.has(expr)) return
    this.visited.add(expr)
    if (expr.kind === 'call') this.validateCall(expr)
    if (expr.kind === 'list' && !isInFormat) this.validateList(expr.elements)
    if (expr.kind === 'map' && !isInFormat) {
      this.validateMap(
        expr.entries.map(({ key }) => key),
        expr.entries,
      )
    }
    const isFormat = expr.kind === 'call' && expr.name === 'format'
    for (const part of partsOf(expr)) this.visit(part, isInFormat || isFormat)
  }

  private validateCall(expr: CallExpr): void {
    if (expr.name === 'format') validateFormat(expr, this.checked, this.errors)
    const [arg] = expr.args
    if (arg?.kind === 'literal' && !this.isValidLiteral(expr.name, arg.value)) {
      this.errors.report(arg.at, `invalid ${expr.name} argument`)
    }
  }

  /** The first argument in parentheses, which in matches(text, pattern) is not even the pattern. */
  private isValidLiteral(name: string, value: CelValue): boolean {
    switch (name) {
      case 'duration':
        return typeof value === 'string' && parseDuration(value) !== null
      case 'timestamp':
        return isTimestamp(value)
      case 'matches':
        return typeof value !== 'string' || !(this.texts.pattern(value) instanceof CelError)
      default:
        return true
    }
  }

  private validateList(elements: readonly Element[]): void {
    let first: CelType | null = null
    for (const element of elements) {
      const type = this.elementType(element)
      if (first === null) first = type
      else if (!this.isAlike(element.value, first, type)) return
    }
  }

  private validateMap(keys: readonly Expr[], entries: readonly Element[]): void {
    const [firstKey] = keys
    const [firstEntry] = entries
    if (firstEntry === undefined) return
    const keyType = this.typeOf(firstKey)
    const valueType = this.elementType(firstEntry)
    for (let i = 1; i < entries.length; i++) {
      this.isAlike(keys[i], keyType, this.typeOf(keys[i]))
      this.isAlike(entries[i].value, valueType, this.elementType(entries[i]))
    }
  }

  private isAlike(expr: Expr, expected: CelType, found: CelType): boolean {
    if (isExactType(expected, found)) return true
    const types = `'${formatType(expected)}' but found '${formatType(found)}'`
    this.errors.report(expr.at, `expected type ${types}`)
    return false
  }

  private typeOf(expr: Expr): CelType {
    return this.checked.typeOf(expr) ?? DYN
  }

  private elementType({ value, isOptional }: Element): CelType {
    const type = this.typeOf(value)
    return isOptional ? (insideOptional(type) ?? type) : type
  }
}

function isTimestamp(value: CelValue): boolean {
  if (typeof value === 'bigint') return isTimestampSecond(value)
  const parsed = typeof value === 'string' ? parseTimestamp(value) : null
  return parsed !== null && isTimestampSecond(parsed.seconds)
}
