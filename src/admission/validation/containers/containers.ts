import type { Container, PodSpec, Struct } from '../../types/types.ts'
import type { FieldErrors } from '../field-errors.ts'
import { type ContainerContext, validateContainer } from './container.ts'
import { validateHostPorts } from './ports.ts'
import { validateLifecycle, validateReadinessProbe, validateRestartingProbe } from './probes.ts'
import { validateInitRestartPolicy, validateRestartPolicy } from './restart-policy.ts'

/** validateContainers. */
export function validateContainers(
  errors: FieldErrors,
  containers: readonly Container[],
  context: ContainerContext,
  path: string,
): void {
  if (containers.length === 0) return errors.required(path)
  const names = new Set<string>()
  for (const [index, container] of containers.entries()) {
    const field = `${path}[${index}]`
    validateContainer(errors, container, context, field)
    if (names.has(container.name)) errors.duplicate(`${field}.name`, container.name)
    names.add(container.name)
    validateRunning(errors, container, context, field)
    validateRestartPolicy(errors, container, field)
  }
  validateHostPorts(errors, containers, path)
}

/** What only a container that goes on running has. */
function validateRunning(
  errors: FieldErrors,
  { lifecycle, livenessProbe, readinessProbe, startupProbe }: Container,
  { gracePeriodSeconds }: ContainerContext,
  path: string,
): void {
  if (lifecycle !== undefined) {
    validateLifecycle(errors, lifecycle, gracePeriodSeconds, `${path}.lifecycle`)
  }
  validateRestartingProbe(errors, livenessProbe, `${path}.livenessProbe`)
  validateReadinessProbe(errors, readinessProbe, `${path}.readinessProbe`)
  validateRestartingProbe(errors, startupProbe, `${path}.startupProbe`)
}

const OF_RUNNING = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const

/** validateInitContainers; those with restartPolicy Always are sidecars. */
export function validateInitContainers(
  errors: FieldErrors,
  { initContainers = [], containers = [] }: PodSpec,
  context: ContainerContext,
  path: string,
): void {
  const names = new Set(containers.map(({ name }) => name))
  for (const [index, container] of initContainers.entries()) {
    const field = `${path}[${index}]`
    validateContainer(errors, container, context, field)
    validateInitRestartPolicy(errors, container, field)
    if (names.has(container.name)) errors.duplicate(`${field}.name`, container.name)
    else if (container.name !== '') names.add(container.name)
    // Each alone, since they run one by one, and so each at index 0, as upstream.
    validateHostPorts(errors, [container], path)
    if (container.restartPolicy === 'Always') validateRunning(errors, container, context, field)
    else validateOnce(errors, container, field)
  }
}

/** An init container that runs once. */
function validateOnce(errors: FieldErrors, container: Container, path: string): void {
  for (const field of OF_RUNNING) {
    if (container[field] === undefined) continue
    const detail = 'may not be set for init containers without restartPolicy=Always'
    errors.forbidden(`${path}.${field}`, detail)
  }
  validateResizeOnce(errors, container.resizePolicy ?? [], `${path}.resizePolicy`)
}

function validateResizeOnce(
  errors: FieldErrors,
  policies: readonly Struct<'ContainerResizePolicy'>[],
  path: string,
): void {
  for (const [index, { restartPolicy }] of policies.entries()) {
    if (restartPolicy !== 'RestartContainer') continue
    const detail = "must not be set to 'RestartContainer' for non-sidecar initContainers"
    errors.invalid(`${path}[${index}].restartPolicy`, restartPolicy, detail)
  }
}
