import {
  invalidParts,
  invalidValue,
  type ShownValue,
  shownList,
} from '../../../snapshot/json/field-error.ts'
import type { ShapePoint } from '../../plugins/node-resources/scoring-strategy.ts'
import type { PluginArgs } from '../../profiles/plugin-args.ts'
import type { StrictFields } from '../strict-fields.ts'
import { readShape, validateShape } from './utilization-shape.ts'

/** VolumeBindingArgs; a shape only where the release scores storage. */
export function readVolumeBindingArgs(fields: StrictFields): PluginArgs['volumeBinding'] {
  const bindTimeoutSeconds = fields.int64('bindTimeoutSeconds') ?? 0
  if (bindTimeoutSeconds < 0) {
    const detail = 'invalid BindTimeoutSeconds, should not be a negative value'
    fields.addIssue(fields.path.at('bindTimeoutSeconds'), invalidValue(bindTimeoutSeconds, detail))
  }
  const isGiven = fields.has('shape')
  const shape = readShape(fields, 'shape')
  const path = fields.path.at('shape')
  if (fields.context.release.volumeBinding.storageCapacityScoring) {
    if (shape.length > 0) validateShape(fields, path, shape)
  } else if (isGiven) {
    const { valueStyle, config } = fields.context.release
    const gate = config.texts.storageScoringGate
    const detail = `unexpected field \`shape\`, remove it or turn on the feature gate ${gate}`
    const internal = shownList('config.UtilizationShapePoint', shape.map(shownPoint))
    fields.addIssue(path, invalidParts(internal, valueStyle, detail))
  }
  return { shape: shape.length === 0 ? null : shape }
}

/** As upstream's internal type shows itself. */
function shownPoint({ utilization, score }: ShapePoint): ShownValue {
  return {
    json: { Utilization: utilization, Score: score },
    go: `config.UtilizationShapePoint{Utilization:${utilization}, Score:${score}}`,
  }
}
