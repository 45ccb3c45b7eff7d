import type { ExpressionErrors } from '../syntax/expression-errors.ts'
import { type CelType, DYN, ERROR, isDynOrError } from '../types/cel-type.ts'
import { formatType } from '../types/format-type.ts'
import type { Environment } from './environment.ts'
import type { TypeInference } from './type-inference.ts'

/** The types of what can be selected from a value. */
export class FieldTypes {
  private readonly environment: Environment
  private readonly inference: TypeInference
  private readonly errors: ExpressionErrors

  constructor(environment: Environment, inference: TypeInference, errors: ExpressionErrors) {
    this.environment = environment
    this.inference = inference
    this.errors = errors
  }

  typeOf(at: number, target: CelType, field: string): CelType {
    if (target.kind === 'map') return target.parameters[1]
    if (target.kind === 'struct') return this.ofObject(at, target, field)
    if (target.kind === 'param') this.inference.assign(DYN, target)
    else if (!isDynOrError(target)) {
      this.errors.report(at, `type '${formatType(target)}' does not support field selection`)
    }
    return DYN
  }

  private ofObject(at: number, object: CelType, field: string): CelType {
    const type = this.environment.fieldType(object, field)
    if (type !== undefined) return type
    const error = this.environment.isDevice(object)
      ? `undefined field '${field}'`
      : `unexpected failed resolution of '${object.name}'`
    this.errors.report(at, error)
    return ERROR
  }
}
