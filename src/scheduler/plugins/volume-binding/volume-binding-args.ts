import {
  invalidParts,
  invalidValue,
  type ShownValue,
  shownList,
} from '../../../snapshot/json/field-error.ts'
import type { StrictFields } from '../../config/strict-fields.ts'
import type { ShapePoint } from '../node-resources/scoring-strategy.ts'
import { readShape, validateShape } from '../node-resources/utilization-shape.ts'

/** VolumeBindingArgs: the shape, which is refused while `gate` is off; null: the release's own. */
export function readVolumeBindingArgs(
  fields: StrictFields,
  gate: string | null,
): readonly ShapePoint[] | null {
  const bindTimeoutSeconds = fields.int64('bindTimeoutSeconds') ?? 0
  if (bindTimeoutSeconds < 0) {
    const detail = 'invalid BindTimeoutSeconds, should not be a negative value'
    fields.addIssue(fields.path.at('bindTimeoutSeconds'), invalidValue(bindTimeoutSeconds, detail))
  }
  const isGiven = fields.has('shape')
  const shape = readShape(fields, 'shape')
  const path = fields.path.at('shape')
  if (gate === null) {
    if (shape.length > 0) validateShape(fields, path, shape)
  } else if (isGiven) {
    const { valueStyle } = fields.context.rules
    const detail = `unexpected field \`shape\`, remove it or turn on the feature gate ${gate}`
    const internal = shownList('config.UtilizationShapePoint', shape.map(shownPoint))
    fields.addIssue(path, invalidParts(internal, valueStyle, detail))
  }
  return shape.length === 0 ? null : shape
}

/** As upstream's internal type shows itself. */
function shownPoint({ utilization, score }: ShapePoint): ShownValue {
  return {
    json: { Utilization: utilization, Score: score },
    go: `config.UtilizationShapePoint{Utilization:${utilization}, Score:${score}}`,
  }
}
