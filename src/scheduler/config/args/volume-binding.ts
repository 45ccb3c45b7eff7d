import { invalidValue } from '../../../snapshot/json/field-error.ts'
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
    // Upstream prints its internal type, whose fields have no JSON names.
    const internal = shape.map(({ utilization, score }) => ({
      Utilization: utilization,
      Score: score,
    }))
    const detail =
      'unexpected field `shape`, remove it or turn on the feature gate StorageCapacityScoring'
    fields.addIssue(path, invalidValue(internal, detail))
  }
  return { shape: shape.length === 0 ? null : shape }
}
