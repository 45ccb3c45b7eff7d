import type { Expr } from '../syntax/expr.ts'
import { type CelType, typeOfType } from '../types/cel-type.ts'
import type { CheckedExpr } from './checked.ts'
import { DEVICE_TYPE, type Environment } from './environment.ts'
import type { Scope, Variable } from './scope.ts'

export const DEVICE: Variable = { name: 'device', type: DEVICE_TYPE, slot: null }

/** Finds what names mean, and notes it. */
export class NameResolver {
  private readonly checked: CheckedExpr
  private readonly environment: Environment

  constructor(checked: CheckedExpr, environment: Environment) {
    this.checked = checked
    this.environment = environment
  }

  /** The type of a variable, or else of a type's name; undefined: the name means nothing. */
  resolve(expr: Expr, name: string, scope: Scope): CelType | undefined {
    const hasDot = name.startsWith('.')
    const plain = hasDot ? name.slice(1) : name
    const local = hasDot && this.environment.dotIsGlobal ? undefined : scope.find(plain)
    const variable = local ?? (plain === DEVICE.name ? DEVICE : undefined)
    if (variable !== undefined) {
      this.checked.references.set(expr, { kind: 'variable', variable })
      return variable.type
    }
    const type = this.environment.typeNamed(plain)
    if (type === undefined) return undefined
    this.checked.references.set(expr, { kind: 'type', type })
    return typeOfType(type)
  }
}
