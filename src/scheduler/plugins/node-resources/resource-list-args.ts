import type { StrictFields } from '../../config/strict-fields.ts'
import type { WeightedResource } from './scoring-strategy.ts'

/** What resources count where a configuration names none. */
export const CPU_AND_MEMORY: readonly WeightedResource[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
]

/** A list of ResourceSpec with its defaults: CPU and memory where it is empty, weight 1 for 0. */
export function readResources(fields: StrictFields): readonly WeightedResource[] {
  const resources = fields.objects('resources').map((resource) => {
    const name = resource.string('name') ?? ''
    const weight = resource.int64('weight') ?? 0
    resource.end()
    return { name, weight: weight === 0 ? 1 : weight }
  })
  return resources.length === 0 ? CPU_AND_MEMORY : resources
}
