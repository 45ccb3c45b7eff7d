import type { CelFunction } from '../library/cel-function.ts'
import type { Overload } from '../library/overload.ts'
import type { CallExpr, ComprehensionExpr, Element, Expr, SelectExpr } from '../syntax/expr.ts'
import type { ExpressionErrors } from '../syntax/expression-errors.ts'
import {
  BOOL,
  type CelType,
  DYN,
  ERROR,
  insideOptional,
  isDyn,
  isExactType,
  listType,
  mapType,
  optionalType,
} from '../types/cel-type.ts'
import { formatArguments, formatType } from '../types/format-type.ts'
import { mostGeneral } from '../types/type-mapping.ts'
import { CheckedExpr } from './checked.ts'
import type { Environment } from './environment.ts'
import { FieldTypes } from './field-types.ts'
import { typeOfLiteral } from './literal-type.ts'
import { loopTypes } from './loop-types.ts'
import { DEVICE, NameResolver } from './name-resolver.ts'
import { qualifiedName, qualifiers } from './qualified-name.ts'
import { Scope, type Variable } from './scope.ts'
import { TypeInference } from './type-inference.ts'

/** Finds the types of an expression and what its names mean (cel-go checker/checker.go). */
export function check(expr: Expr, environment: Environment, errors: ExpressionErrors): CheckedExpr {
  const checked = new CheckedExpr(expr)
  new Checker(checked, environment, errors).run()
  return checked
}

class Checker {
  private readonly checked: CheckedExpr
  private readonly environment: Environment
  private readonly errors: ExpressionErrors
  private readonly inference = new TypeInference()
  private readonly names: NameResolver
  private readonly fields: FieldTypes
  private scope = new Scope(null)

  constructor(checked: CheckedExpr, environment: Environment, errors: ExpressionErrors) {
    this.checked = checked
    this.environment = environment
    this.errors = errors
    this.names = new NameResolver(checked, environment)
    this.fields = new FieldTypes(environment, this.inference, errors)
    this.scope.add(DEVICE)
  }

  run(): void {
    this.typeOf(this.checked.expr)
    for (const [expr, type] of this.checked.types) {
      this.checked.types.set(expr, this.inference.settle(type))
    }
  }

  /** The type of a part; macros use some parts twice, which are checked once. */
  private typeOf(expr: Expr): CelType {
    const known = this.checked.types.get(expr)
    if (known !== undefined) return known
    const type = this.check(expr)
    this.checked.types.set(expr, type)
    return type
  }

  private check(expr: Expr): CelType {
    switch (expr.kind) {
      case 'literal':
        return typeOfLiteral(expr.value)
      case 'ident':
        return (
          this.names.resolve(expr, expr.name, this.scope) ?? this.undeclared(expr.at, expr.name)
        )
      case 'select':
        return this.checkSelect(expr)
      case 'call':
        return expr.name === '_?._' ? this.checkOptionalSelect(expr) : this.checkCall(expr)
      case 'list':
        return this.checkList(expr.elements)
      case 'map': {
        const keys = expr.entries.map(({ key }) => key)
        return this.checkMap(keys, expr.entries)
      }
      case 'struct':
        return this.undeclared(expr.at, expr.typeName)
      default:
        return this.checkLoop(expr)
    }
  }

  private checkSelect(expr: SelectExpr): CelType {
    const names = qualifiers(expr)
    if (names !== null && this.scope.find(names[0]) === undefined) {
      const type = this.names.resolve(expr, names.join('.'), this.scope)
      if (type !== undefined) return type
    }
    const type = this.fieldType(expr.at, expr.operand, expr.field, false)
    return expr.isTest ? BOOL : this.inference.known(type)
  }

  private checkOptionalSelect(expr: CallExpr): CelType {
    const [operand, field] = expr.args
    const name = field.kind === 'literal' ? String(field.value) : ''
    return this.inference.known(this.fieldType(expr.at, operand, name, true))
  }

  private fieldType(at: number, operand: Expr, field: string, asOptional: boolean): CelType {
    const operandType = this.inference.known(this.typeOf(operand))
    const inside = insideOptional(operandType)
    const type = this.fields.typeOf(at, inside ?? operandType, field)
    return inside !== null || asOptional ? optionalType(type) : type
  }

  private checkCall(expr: CallExpr): CelType {
    const { target, name, args } = expr
    const argTypes = args.map((arg) => this.typeOf(arg))
    const namespaced = target === null ? name : qualifiedName(target, name)
    const called = namespaced === null ? undefined : this.functionNamed(namespaced)
    if (called !== undefined) return this.resolveOverload(expr, called, args, argTypes, false)
    if (target === null) return this.undeclared(expr.at, expr.name)
    const targetType = this.typeOf(target)
    const method = this.functionNamed(name)
    if (method === undefined) return this.undeclared(expr.at, expr.name)
    return this.resolveOverload(expr, method, [target, ...args], [targetType, ...argTypes], true)
  }

  private functionNamed(name: string): CelFunction | undefined {
    return this.environment.functions.get(name.startsWith('.') ? name.slice(1) : name)
  }

  private undeclared(at: number, name: string): CelType {
    this.errors.report(at, `undeclared reference to '${name}' (in container '')`)
    return ERROR
  }

  private resolveOverload(
    expr: CallExpr,
    called: CelFunction,
    args: readonly Expr[],
    argTypes: readonly CelType[],
    isMethod: boolean,
  ): CelType {
    if (called.name === '_&&_' || called.name === '_||_') return this.checkLogical(expr, called)
    const fitting: Overload[] = []
    let result: CelType | null = null
    for (const overload of called.overloads) {
      if (overload.isMethod !== isMethod) continue
      const type = this.inference.resultOf(overload, argTypes)
      if (type === null) continue
      fitting.push(overload)
      if (result === null) result = type
      else if (!isDyn(result) && !isExactType(type, result)) result = DYN
    }
    if (result === null) {
      const types = argTypes.map((type) => this.inference.settle(type))
      const signature = formatArguments(types, isMethod)
      const error = `found no matching overload for '${called.name}' applied to '${signature}'`
      this.errors.report(expr.at, error)
      return ERROR
    }
    const overload = fitting.length === 1 ? fitting[0] : null
    this.checked.calls.set(expr, { called, overload, args })
    return result
  }

  private checkLogical(expr: CallExpr, called: CelFunction): CelType {
    let isWrong = false
    for (const arg of expr.args) {
      const type = this.typeOf(arg)
      if (this.inference.assign(type, BOOL)) continue
      this.mismatch(arg.at, BOOL, type)
      isWrong = true
    }
    this.checked.calls.set(expr, { called, overload: called.overloads[0], args: expr.args })
    return isWrong ? ERROR : BOOL
  }

  private mismatch(at: number, expected: CelType, found: CelType): void {
    const types = `'${formatType(expected)}' but found '${formatType(found)}'`
    this.errors.report(at, `expected type ${types}`)
  }

  private checkList(elements: readonly Element[]): CelType {
    let joined: CelType | null = null
    for (const element of elements) {
      joined = this.join(joined, this.elementType(element))
    }
    return listType(joined ?? this.inference.newVariable())
  }

  private checkMap(keys: readonly Expr[], entries: readonly Element[]): CelType {
    let keyType: CelType | null = null
    let valueType: CelType | null = null
    entries.forEach((entry, i) => {
      keyType = this.join(keyType, this.typeOf(keys[i]))
      valueType = this.join(valueType, this.elementType(entry))
    })
    return mapType(
      keyType ?? this.inference.newVariable(),
      valueType ?? this.inference.newVariable(),
    )
  }

  private elementType({ value, isOptional }: Element): CelType {
    const type = this.typeOf(value)
    if (!isOptional) return type
    const inside = insideOptional(type)
    if (inside === null && !isDyn(type)) this.mismatch(value.at, optionalType(type), type)
    return inside ?? type
  }

  /** The type of all elements so far; that literals of mixed types are refused comes later. */
  private join(previous: CelType | null, current: CelType): CelType {
    if (previous === null) return current
    return this.inference.assign(previous, current) ? mostGeneral(previous, current) : DYN
  }

  private checkLoop(expr: ComprehensionExpr): CelType {
    const rangeType = this.inference.known(this.typeOf(expr.range))
    const accumulatorType = this.typeOf(expr.init)
    const outer = this.scope
    const result = new Scope(outer)
    const accumulator = this.addVariable(result, expr.accumulator, accumulatorType)
    const [firstType, secondType] = loopTypes(expr, rangeType, this.inference, this.errors)
    const loop = new Scope(result)
    const first = this.addVariable(loop, expr.variable, firstType)
    const { secondVariable } = expr
    const second =
      secondVariable === null ? null : this.addVariable(loop, secondVariable, secondType)
    this.checked.loops.set(expr, { accumulator, first, second })
    this.scope = loop
    this.typeOf(expr.condition)
    this.assertType(expr.condition, BOOL)
    this.typeOf(expr.step)
    this.assertType(expr.step, accumulatorType)
    this.scope = result
    const type = this.typeOf(expr.result)
    this.scope = outer
    return this.inference.known(type)
  }

  private addVariable(scope: Scope, name: string, type: CelType): Variable {
    const variable = { name, type, slot: this.checked.slotCount++ }
    scope.add(variable)
    return variable
  }

  private assertType(expr: Expr, wanted: CelType): void {
    const type = this.typeOf(expr)
    if (!this.inference.assign(wanted, type)) this.mismatch(expr.at, wanted, type)
  }
}
