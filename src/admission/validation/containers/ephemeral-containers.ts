import { type Container, fieldsOf, type PodSpec, type Struct } from '../../types/types.ts'
import { isZero } from '../../types/zero.ts'
import type { FieldErrors } from '../field-errors.ts'
import { type ContainerContext, validateContainer, validateImageSpace } from './container.ts'

/** What an ephemeral container may not have, in the order of its Go type. */
const NOT_ALLOWED = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const

const NOT_HERE = 'cannot be set for an Ephemeral Container'

/** validateEphemeralContainers: a new pod may not have any, yet each is looked into. */
export function validateEphemeralContainers(
  errors: FieldErrors,
  spec: PodSpec,
  context: ContainerContext,
  path: string,
): void {
  const { ephemeralContainers = [], containers = [], initContainers = [] } = spec
  const others = new Set([...containers, ...initContainers].map(({ name }) => name))
  const names = new Set(others)
  for (const [index, container] of ephemeralContainers.entries()) {
    const field = `${path}[${index}]`
    validateContainer(errors, container, context, field)
    validateImageSpace(errors, container, field)
    if (names.has(container.name)) errors.duplicate(`${field}.name`, container.name)
    names.add(container.name)
    const target = container.targetContainerName
    if (target !== '' && !others.has(target)) {
      errors.notFound(`${field}.targetContainerName`, target)
    }
    validateAllowed(errors, container, field)
    validateSubPaths(errors, container, `${field}.volumeMounts`)
  }
}

/** validateFieldAllowList. */
function validateAllowed(
  errors: FieldErrors,
  container: Struct<'EphemeralContainer'>,
  path: string,
): void {
  const types = fieldsOf('EphemeralContainer')
  for (const field of NOT_ALLOWED) {
    const type = types.get(field)
    if (type !== undefined && !isZero(type, container[field])) {
      errors.forbidden(`${path}.${field}`, NOT_HERE)
    }
  }
}

function validateSubPaths(errors: FieldErrors, { volumeMounts }: Container, path: string): void {
  for (const [index, { subPath, subPathExpr }] of (volumeMounts ?? []).entries()) {
    if (subPath !== '') errors.forbidden(`${path}[${index}].subPath`, NOT_HERE)
    if (subPathExpr !== '') errors.forbidden(`${path}[${index}].subPathExpr`, NOT_HERE)
  }
}
