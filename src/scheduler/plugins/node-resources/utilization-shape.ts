import { invalidValue, requiredValue } from '../../../snapshot/json/field-error.ts'
import type { JsonPath } from '../../../snapshot/json/json-path.ts'
import type { StrictFields } from '../../config/strict-fields.ts'
import type { ShapePoint } from './scoring-strategy.ts'

const UTILIZATION_MAX = 100
const SCORE_MAX = 10

/** The points of a `shape` as written, not yet validated. */
export function readShape(fields: StrictFields, key: string): ShapePoint[] {
  return fields.objects(key).map((point) => {
    const utilization = point.int32('utilization') ?? 0
    const score = point.int32('score') ?? 0
    point.end()
    return { utilization, score }
  })
}

/** validateFunctionShape: at least one point, rising utilization, both within their ranges. */
export function validateShape(
  fields: StrictFields,
  path: JsonPath,
  shape: readonly ShapePoint[],
): void {
  if (shape.length === 0) {
    fields.addIssue(path, requiredValue('at least one point must be specified'))
  }
  const falling = shape.findIndex(
    ({ utilization }, index) => index > 0 && shape[index - 1].utilization >= utilization,
  )
  if (falling > 0) {
    const { fallingUtilization } = fields.context.rules.texts
    const message = invalidValue(shape[falling].utilization, fallingUtilization)
    fields.addIssue(path.at(falling).at('utilization'), message)
  }
  for (const [index, { utilization, score }] of shape.entries()) {
    const point = path.at(index)
    if (utilization < 0 || utilization > UTILIZATION_MAX) {
      const detail = `not in valid range [0, ${UTILIZATION_MAX}]`
      fields.addIssue(point.at('utilization'), invalidValue(utilization, detail))
    }
    if (score < 0 || score > SCORE_MAX) {
      const detail = `not in valid range [0, ${SCORE_MAX}]`
      fields.addIssue(point.at('score'), invalidValue(score, detail))
    }
  }
}
