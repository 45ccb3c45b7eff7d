import type { CelType } from '../types/cel-type.ts'

/** A variable of an expression: the device, or one that a loop or cel.bind declares. */
export interface Variable {
  readonly name: string
  readonly type: CelType
  /** Where its value is kept while the expression runs; null: the device. */
  readonly slot: number | null
}

/** The variables that can be seen from a place in an expression, the inner ones first. */
export class Scope {
  private readonly outer: Scope | null
  private readonly variables = new Map<string, Variable>()

  constructor(outer: Scope | null) {
    this.outer = outer
  }

  add(variable: Variable): void {
    this.variables.set(variable.name, variable)
  }

  find(name: string): Variable | undefined {
    return this.variables.get(name) ?? this.outer?.find(name)
  }
}
