import { aggregate } from '../../resources/resource-sums.ts'
import type { PodSpec, ResourceList } from '../../types/types.ts'
import type { FieldErrors } from '../field-errors.ts'
import { isHugePages } from './resource-names.ts'
import { validatePodRequirements } from './resources.ts'

const PATH = 'spec.resources'
const NOTHING: ResourceList = new Map()

/** validatePodResources: what the pod itself asks for, and how that goes with its containers. */
export function validatePodResources(
  errors: FieldErrors,
  spec: PodSpec,
  podClaims: ReadonlySet<string>,
): void {
  const { resources } = spec
  if (resources === undefined) return
  if (spec.os?.name === 'windows') {
    return errors.forbidden(PATH, 'may not be set for a windows pod')
  }
  if (resources.claims !== undefined) {
    errors.forbidden(`${PATH}.claims`, 'claims may not be set for Resources at pod-level')
  }
  validatePodRequirements(errors, resources, podClaims, PATH)
  const { requests = NOTHING, limits = NOTHING } = resources
  validateSums(errors, spec, { requests, limits })
  validateEachLimit(errors, spec, limits)
}

/** Together the containers may not ask for more than the pod. */
function validateSums(
  errors: FieldErrors,
  spec: PodSpec,
  { requests, limits }: { requests: ResourceList; limits: ResourceList },
): void {
  for (const [name, sum] of aggregate(spec, 'requests')) {
    const own = requests.get(name)
    if (own === undefined || sum.compare(own) <= 0) continue
    const rule = `must be greater than or equal to aggregate container requests of ${sum}`
    errors.invalid(`${PATH}.requests[${name}]`, own.toString(), rule)
  }
  for (const [name, sum] of aggregate(spec, 'limits')) {
    const own = limits.get(name)
    if (!isHugePages(name) || own === undefined || sum.compare(own) <= 0) continue
    const rule = `must be greater than or equal to aggregate container limits of ${sum}`
    errors.invalid(`${PATH}.limits[${name}]`, own.toString(), rule)
  }
}

function validateEachLimit(
  errors: FieldErrors,
  { containers = [] }: PodSpec,
  limits: ResourceList,
): void {
  for (const [index, { resources }] of containers.entries()) {
    for (const [name, limit] of resources.limits ?? []) {
      const own = limits.get(name)
      if (own === undefined || limit.compare(own) <= 0) continue
      const field = `${PATH}.containers[${index}][${name}].limits`
      const rule = `must be less than or equal to pod limits of ${own}`
      errors.invalid(field, limit.toString(), rule)
    }
  }
}
