import type { ComprehensionExpr } from '../syntax/expr.ts'
import type { ExpressionErrors } from '../syntax/expression-errors.ts'
import { type CelType, DYN, ERROR, INT } from '../types/cel-type.ts'
import { formatType } from '../types/format-type.ts'
import type { TypeInference } from './type-inference.ts'

/** The types of a loop's variables: element, index and element, key, or key and value. */
export function loopTypes(
  loop: ComprehensionExpr,
  range: CelType,
  inference: TypeInference,
  errors: ExpressionErrors,
): readonly [CelType, CelType] {
  const [first, second] = range.parameters
  switch (range.kind) {
    case 'list':
      return loop.secondVariable === null ? [first, first] : [INT, first]
    case 'map':
      return [first, second]
    case 'dyn':
    case 'error':
    case 'param':
      // What is not known yet is taken for anything, here and from here on.
      inference.assign(DYN, range)
      return [DYN, DYN]
    default: {
      const type = formatType(range)
      const allowed = '(must be list, map, or dynamic)'
      const error = `expression of type '${type}' cannot be range of a comprehension ${allowed}`
      errors.report(loop.range.at, error)
      return [ERROR, ERROR]
    }
  }
}
