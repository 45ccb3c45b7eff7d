import type { ObjectMeta, Pod, PodSpec } from '../types/types.ts'
import { fieldOf, placedContainers } from '../types/visit-containers.ts'
import { type ContainerContext, validateImageSpace } from './containers/container.ts'
import { validateContainers, validateInitContainers } from './containers/containers.ts'
import { validateEphemeralContainers } from './containers/ephemeral-containers.ts'
import { validatePodResources } from './containers/pod-resources.ts'
import { validateHostNetworkPorts } from './containers/ports.ts'
import { podClaimNames, validateResourceClaims } from './containers/resource-claims.ts'
import { validateOverhead } from './containers/resources.ts'
import { validatePodSecurityContext } from './containers/security-context.ts'
import { type FieldErrors, Json } from './field-errors.ts'
import {
  validateHostnameOverride,
  validateHostUsers,
  validateSharedProcesses,
} from './host-namespaces.ts'
import { dnsLabel, dnsSubdomain, labelKey, rangeError } from './metadata/names.ts'
import { validateObjectMeta } from './metadata/object-meta.ts'
import {
  validateAppArmorAgreement,
  validatePodAnnotations,
  validateSeccompAgreement,
} from './metadata/pod-annotations.ts'
import { validateDnsConfig, validateDnsPolicy, validateHostAliases } from './name-resolution.ts'
import { validateHostProcess, validateOperatingSystem } from './operating-system.ts'
import { validateAffinity } from './placement/affinity.ts'
import { validateLabels } from './placement/label-selector.ts'
import { validateTolerations } from './placement/tolerations.ts'
import { validateTopologySpread } from './placement/topology-spread.ts'
import { validateVolumes } from './volumes/volumes.ts'

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never']
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never']
const DEADLINE_SECONDS_MAX = 2n ** 31n - 1n

/** ValidatePodCreate, in its order; validatePodMetadataAndSpec comes first. */
export function validatePod(errors: FieldErrors, pod: Pod): void {
  const { metadata, spec } = pod
  validateObjectMeta(errors, metadata, 'metadata')
  validatePodAnnotations(errors, pod)
  validateSpec(errors, spec, metadata)
  validateTokenVolumes(errors, spec)
  const grace = spec.terminationGracePeriodSeconds
  if (grace !== undefined && grace < 0n) {
    const rule = 'must be greater than or equal to 0'
    errors.invalid('spec.terminationGracePeriodSeconds', grace, rule)
  }
  validateImages(errors, spec)
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.forbidden('spec.ephemeralContainers', 'cannot be set on create')
  }
  if (spec.nodeName !== '' && (spec.schedulingGates ?? []).length > 0) {
    errors.forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')
  }
  validateSeccompAgreement(errors, pod)
  validateAppArmorAgreement(errors, pod)
}

/** ValidatePodSpec. */
function validateSpec(errors: FieldErrors, spec: PodSpec, meta: ObjectMeta): void {
  validateWhatRuns(errors, spec, meta)
  if (spec.hostNetwork) validateHostNetworkPorts(errors, spec.containers ?? [], 'spec.containers')
  validateChoice(errors, spec.restartPolicy, RESTART_POLICIES, 'spec.restartPolicy')
  validateDnsPolicy(errors, spec)
  validateLabels(errors, spec.nodeSelector, 'spec.nodeSelector')
  validatePodSecurityContext(errors, spec, 'spec.securityContext')
  validateSharedProcesses(errors, spec)
  validateAffinity(errors, spec.affinity, 'spec.affinity')
  validateDnsConfig(errors, spec)
  validateGates(errors, spec)
  validateTopologySpread(errors, spec, 'spec.topologySpreadConstraints')
  validateHostProcess(errors, spec)
  validateHostUsers(errors, spec)
  validateHostnameOverride(errors, spec)
  validateNamesOfSpec(errors, spec)
  validateTolerations(errors, spec.tolerations ?? [], 'spec.tolerations')
  validateHostAliases(errors, spec)
  validateClasses(errors, spec)
  if (spec.overhead !== undefined) validateOverhead(errors, spec.overhead, 'spec.overhead')
  validateOperatingSystem(errors, spec)
  validateFileKeyVolumes(errors, spec)
}

/** Volumes, claims, and the containers that use them. */
function validateWhatRuns(errors: FieldErrors, spec: PodSpec, meta: ObjectMeta): void {
  const volumes = validateVolumes(errors, spec.volumes ?? [], meta, 'spec.volumes')
  const podClaims = podClaimNames(spec)
  validateResourceClaims(errors, spec, meta)
  const context: ContainerContext = {
    volumes,
    podClaims,
    podRestartPolicy: spec.restartPolicy,
    gracePeriodSeconds: spec.terminationGracePeriodSeconds,
    hasHostUsers: spec.hostUsers !== false,
  }
  validateContainers(errors, spec.containers ?? [], context, 'spec.containers')
  validateInitContainers(errors, spec, context, 'spec.initContainers')
  validateEphemeralContainers(errors, spec, context, 'spec.ephemeralContainers')
  validatePodResources(errors, spec, podClaims)
}

function validateChoice(
  errors: FieldErrors,
  value: string,
  choices: readonly string[],
  field: string,
): void {
  if (value === '') errors.required(field)
  else if (!choices.includes(value)) errors.notSupported(field, new Json(value), choices)
}

function validateGates(errors: FieldErrors, { readinessGates, schedulingGates }: PodSpec): void {
  for (const [index, { conditionType }] of (readinessGates ?? []).entries()) {
    const field = `spec.readinessGates[${index}].conditionType`
    errors.invalidEach(field, conditionType, labelKey(conditionType))
  }
  const seen = new Set<string>()
  for (const [index, { name }] of (schedulingGates ?? []).entries()) {
    const field = `spec.schedulingGates[${index}]`
    errors.invalidEach(field, name, labelKey(name))
    if (seen.has(name)) errors.duplicate(field, name)
    seen.add(name)
  }
}

function validateNamesOfSpec(errors: FieldErrors, spec: PodSpec): void {
  const { serviceAccountName, serviceAccount, nodeName, activeDeadlineSeconds: deadline } = spec
  if (serviceAccountName !== '') {
    const complaints = dnsSubdomain(serviceAccountName)
    errors.invalidEach('spec.serviceAccountName', serviceAccountName, complaints)
  }
  if (serviceAccount !== serviceAccountName) {
    const rule = `must be the same as serviceAccountName: "${serviceAccountName}"`
    errors.invalid('spec.deprecatedServiceAccount', serviceAccount, rule)
  }
  if (nodeName !== '') errors.invalidEach('spec.nodeName', nodeName, dnsSubdomain(nodeName))
  if (deadline !== undefined && (deadline < 1n || deadline > DEADLINE_SECONDS_MAX)) {
    const rule = rangeError(1, Number(DEADLINE_SECONDS_MAX))
    errors.invalid('spec.activeDeadlineSeconds', deadline, rule)
  }
  for (const field of ['hostname', 'subdomain'] as const) {
    const name = spec[field]
    if (name !== '') errors.invalidEach(`spec.${field}`, name, dnsLabel(name))
  }
}

function validateClasses(errors: FieldErrors, spec: PodSpec): void {
  const { priorityClassName, runtimeClassName, preemptionPolicy } = spec
  if (priorityClassName !== '') {
    const complaints = dnsSubdomain(priorityClassName)
    errors.invalidEach('spec.priorityClassName', priorityClassName, complaints)
  }
  if (runtimeClassName !== undefined) {
    const complaints = dnsSubdomain(runtimeClassName)
    errors.invalidEach('spec.runtimeClassName', runtimeClassName, complaints)
  }
  if (preemptionPolicy !== undefined) {
    validateChoice(errors, preemptionPolicy, PREEMPTION_POLICIES, 'spec.preemptionPolicy')
  }
}

/** validateFileKeyRefVolumes: environment files lie in empty directories. */
function validateFileKeyVolumes(errors: FieldErrors, spec: PodSpec): void {
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name, volume]))
  for (const placed of placedContainers(spec)) {
    for (const [index, { valueFrom }] of (placed.container.env ?? []).entries()) {
      const name = valueFrom?.fileKeyRef?.volumeName
      if (name === undefined) continue
      const field = `${fieldOf(placed)}.env[${index}].valueFrom.fileKeyRef.volumeName`
      const volume = volumes.get(name)
      if (volume === undefined) errors.notFound(field, name)
      else if (volume.emptyDir === undefined) {
        errors.invalid(field, name, 'referenced volume must be of type emptyDir')
      }
    }
  }
}

/** A token is of an account; only a mirror pod has none. */
function validateTokenVolumes(errors: FieldErrors, spec: PodSpec): void {
  if (spec.serviceAccountName !== '') return
  for (const [index, { projected }] of (spec.volumes ?? []).entries()) {
    for (const [at, { serviceAccountToken }] of (projected?.sources ?? []).entries()) {
      if (serviceAccountToken === undefined) continue
      const field = `spec.volumes[${index}].projected.sources[${at}].serviceAccountToken`
      errors.forbidden(field, 'must not be specified when serviceAccountName is not set')
    }
  }
}

/** validateContainersOnlyForPod: first the containers, then the init containers. */
function validateImages(errors: FieldErrors, { containers, initContainers }: PodSpec): void {
  for (const [index, container] of (containers ?? []).entries()) {
    validateImageSpace(errors, container, `spec.containers[${index}]`)
  }
  for (const [index, container] of (initContainers ?? []).entries()) {
    validateImageSpace(errors, container, `spec.initContainers[${index}]`)
  }
}
