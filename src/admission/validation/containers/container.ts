import type { Container } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { dnsLabel } from '../metadata/names.ts'
import { validateVolumeDevices, validateVolumeMounts } from '../volumes/volume-mounts.ts'
import type { ValidVolumes } from '../volumes/volumes.ts'
import { validateEnvironment, validateEnvironmentSources } from './environment.ts'
import { validatePorts } from './ports.ts'
import { validatePullPolicy } from './pull-policy.ts'
import { validateContainerResources } from './resources.ts'
import { validateSecurityContext } from './security-context.ts'

/** What the validation of a container needs of its pod. */
export interface ContainerContext {
  readonly volumes: ValidVolumes
  readonly podClaims: ReadonlySet<string>
  readonly podRestartPolicy: string
  readonly gracePeriodSeconds: bigint | undefined
  /** The pod's users are those of its host. */
  readonly hasHostUsers: boolean
}

const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError']

/** validateContainerCommon: what holds for containers of every sort. */
export function validateContainer(
  errors: FieldErrors,
  container: Container,
  { volumes, podClaims, podRestartPolicy, hasHostUsers }: ContainerContext,
  path: string,
): void {
  const { name, image, terminationMessagePolicy: policy } = container
  if (name === '') errors.required(`${path}.name`)
  else errors.invalidEach(`${path}.name`, name, dnsLabel(name))
  if (image === '') errors.required(`${path}.image`)
  if (policy === '') errors.required(`${path}.terminationMessagePolicy`)
  else if (!MESSAGE_POLICIES.includes(policy)) {
    errors.notSupported(`${path}.terminationMessagePolicy`, new Json(policy), MESSAGE_POLICIES)
  }
  validatePorts(errors, container.ports, `${path}.ports`)
  validateEnvironment(errors, container.env, `${path}.env`)
  validateEnvironmentSources(errors, container.envFrom, `${path}.envFrom`)
  validateVolumeMounts(errors, container, volumes, `${path}.volumeMounts`)
  validateVolumeDevices(errors, container, volumes, `${path}.volumeDevices`)
  validatePullPolicy(errors, container.imagePullPolicy, `${path}.imagePullPolicy`)
  validateContainerResources(errors, container.resources, podClaims, `${path}.resources`)
  validateResizePolicy(errors, container, podRestartPolicy, `${path}.resizePolicy`)
  validateSecurityContext(
    errors,
    container.securityContext,
    hasHostUsers,
    `${path}.securityContext`,
  )
}

const RESIZED = ['cpu', 'memory']
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer']

/** validateResizePolicy: errors name the list, but for a duplicate. */
function validateResizePolicy(
  errors: FieldErrors,
  { resizePolicy }: Container,
  podRestartPolicy: string,
  path: string,
): void {
  const names = new Set<string>()
  for (const [index, { resourceName, restartPolicy }] of (resizePolicy ?? []).entries()) {
    if (names.has(resourceName)) errors.duplicate(`${path}[${index}]`, new Json(resourceName))
    names.add(resourceName)
    if (resourceName === '') errors.required(path)
    else if (!RESIZED.includes(resourceName)) {
      errors.notSupported(path, new Json(resourceName), RESIZED)
    }
    if (restartPolicy === '') errors.required(path)
    else if (!RESIZE_POLICIES.includes(restartPolicy)) {
      errors.notSupported(path, new Json(restartPolicy), RESIZE_POLICIES)
    }
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      const detail = "must be 'NotRequired' when pod `restartPolicy` is 'Never'"
      errors.invalid(path, new Json(restartPolicy), detail)
    }
  }
}

/** validateContainerOnlyForPod: what templates are spared. */
export function validateImageSpace(errors: FieldErrors, { image }: Container, path: string): void {
  // strings.TrimSpace knows no byte order mark.
  if (!/^[^\S\ufeff]|[^\S\ufeff]$/.test(image)) return
  errors.invalid(`${path}.image`, image, 'must not have leading or trailing whitespace')
}
