import { decodeTolerations } from '../../decode/decode-tolerations.ts'
import { goQuote } from '../../go/quote.ts'
import type { Pod, PodSpec, Struct } from '../../types/types.ts'
import { fieldOf, placedContainers } from '../../types/visit-containers.ts'
import type { FieldErrors } from '../field-errors.ts'
import { validateTolerations } from '../placement/tolerations.ts'
import { validateDescendingPath } from '../volumes/paths.ts'
import {
  APP_ARMOR_PREFIX,
  DELETION_COST_ANNOTATION,
  DOCKER_DEFAULT,
  LOCALHOST_PREFIX,
  MIRROR_ANNOTATION,
  RUNTIME_DEFAULT,
  SECCOMP_CONTAINER_PREFIX,
  SECCOMP_POD_ANNOTATION,
  TOLERATIONS_ANNOTATION,
  UNCONFINED,
} from './annotation-keys.ts'

const PATH = 'metadata.annotations'
const INT32_MAX = 2n ** 31n - 1n
const INT32_MIN = -(2n ** 31n)
const INT32_DIGITS_MAX = 10

type Annotations = ReadonlyMap<string, string>

/** ValidatePodSpecificAnnotations. */
export function validatePodAnnotations(errors: FieldErrors, { metadata, spec }: Pod): void {
  const annotations: Annotations = metadata.annotations ?? new Map()
  const mirror = annotations.get(MIRROR_ANNOTATION)
  if (mirror !== undefined && spec.nodeName === '') {
    const rule = 'must set spec.nodeName if mirror pod annotation is set'
    errors.invalid(`${PATH}[${MIRROR_ANNOTATION}]`, mirror, rule)
  }
  validateTolerationsAnnotation(errors, annotations.get(TOLERATIONS_ANNOTATION) ?? '')
  const cost = annotations.get(DELETION_COST_ANNOTATION)
  if (cost !== undefined && !isInt32(cost)) {
    errors.invalid(`${PATH}[${DELETION_COST_ANNOTATION}]`, cost, 'must be a 32bit integer')
  }
  validateSeccompAnnotations(errors, annotations)
  validateAppArmorAnnotations(errors, annotations, spec)
}

function validateTolerationsAnnotation(errors: FieldErrors, text: string): void {
  if (text === '') return
  const decoded = decodeTolerations(text)
  if (!decoded.ok) return errors.invalid(PATH, TOLERATIONS_ANNOTATION, decoded.message)
  validateTolerations(errors, decoded.tolerations, `${PATH}.${TOLERATIONS_ANNOTATION}`)
}

/** GetDeletionCostFromPodAnnotations: no plus sign, and leading zeros only behind a minus. */
function isInt32(text: string): boolean {
  const digits = /^(?:0|[1-9][0-9]*|-0*([0-9]+))$/.exec(text)
  if (digits === null || (digits[1] ?? text).length > INT32_DIGITS_MAX) return false
  const value = BigInt(digits[1] === undefined ? text : `-${digits[1]}`)
  return value >= INT32_MIN && value <= INT32_MAX
}

function validateSeccompAnnotations(errors: FieldErrors, annotations: Annotations): void {
  const ofPod = annotations.get(SECCOMP_POD_ANNOTATION)
  if (ofPod !== undefined) {
    validateSeccomp(errors, ofPod, `${PATH}.${SECCOMP_POD_ANNOTATION}`)
  }
  for (const [key, profile] of annotations) {
    if (key.startsWith(SECCOMP_CONTAINER_PREFIX)) validateSeccomp(errors, profile, `${PATH}.${key}`)
  }
}

/** ValidateSeccompProfile. */
function validateSeccomp(errors: FieldErrors, profile: string, field: string): void {
  if ([RUNTIME_DEFAULT, DOCKER_DEFAULT, UNCONFINED].includes(profile)) return
  if (profile.startsWith(LOCALHOST_PREFIX)) {
    return validateDescendingPath(errors, profile.slice(LOCALHOST_PREFIX.length), field)
  }
  errors.invalid(field, profile, 'must be a valid seccomp profile')
}

function validateAppArmorAnnotations(
  errors: FieldErrors,
  annotations: Annotations,
  spec: PodSpec,
): void {
  const names = new Set(placedContainers(spec).map(({ container }) => container.name))
  for (const [key, profile] of annotations) {
    if (!key.startsWith(APP_ARMOR_PREFIX)) continue
    const field = `${PATH}[${key}]`
    const name = key.slice(APP_ARMOR_PREFIX.length)
    if (!names.has(name)) errors.invalid(field, name, 'container not found')
    const isKnown = ['', RUNTIME_DEFAULT, UNCONFINED].includes(profile)
    if (isKnown || profile.startsWith(LOCALHOST_PREFIX)) continue
    errors.invalid(field, profile, `invalid AppArmor profile name: ${goQuote(profile)}`)
  }
}

/** A seccomp or AppArmor profile, of a field or for all of a pod. */
type Profile = Struct<'SeccompProfile'>

/** validateSeccompAnnotationsAndFields. */
export function validateSeccompAgreement(errors: FieldErrors, { metadata, spec }: Pod): void {
  const annotations: Annotations = metadata.annotations ?? new Map()
  const agree = (annotation: string | undefined, profile: Profile | undefined, path: string) => {
    if (annotation === undefined || profile === undefined) return
    const runtime = [RUNTIME_DEFAULT, DOCKER_DEFAULT]
    validateAgreement(errors, { annotation, profile, runtime, word: 'seccomp' }, path)
  }
  const ofPod = annotations.get(SECCOMP_POD_ANNOTATION)
  agree(ofPod, spec.securityContext?.seccompProfile, 'spec.securityContext.seccompProfile')
  for (const placed of placedContainers(spec)) {
    const { name, securityContext } = placed.container
    const annotation = annotations.get(`${SECCOMP_CONTAINER_PREFIX}${name}`)
    const path = `${fieldOf(placed)}.securityContext.seccompProfile`
    agree(annotation, securityContext?.seccompProfile, path)
  }
}

/**
 * validateAppArmorAnnotationsAndFieldsMatchOnCreate: the field of the pod counts for its
 * containers.
 */
export function validateAppArmorAgreement(errors: FieldErrors, { metadata, spec }: Pod): void {
  if (spec.os?.name === 'windows') return
  for (const placed of placedContainers(spec)) {
    const { name, securityContext } = placed.container
    const profile = securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile
    const annotation = metadata.annotations?.get(`${APP_ARMOR_PREFIX}${name}`)
    if (profile === undefined || annotation === undefined) continue
    const path = `${fieldOf(placed)}.securityContext.appArmorProfile`
    const runtime = [RUNTIME_DEFAULT]
    validateAgreement(errors, { annotation, profile, runtime, word: 'apparmor' }, path)
  }
}

interface Agreement {
  readonly annotation: string
  readonly profile: Profile
  /** What the annotation may say for RuntimeDefault. */
  readonly runtime: readonly string[]
  readonly word: string
}

function validateAgreement(
  errors: FieldErrors,
  { annotation, profile, runtime, word }: Agreement,
  path: string,
): void {
  const mustMatch = (what: string) => `${word} ${what} in annotation and field must match`
  const isOther =
    (profile.type === 'Unconfined' && annotation !== UNCONFINED) ||
    (profile.type === 'RuntimeDefault' && !runtime.includes(annotation)) ||
    (profile.type === 'Localhost' && !annotation.startsWith(LOCALHOST_PREFIX))
  if (isOther) errors.forbidden(`${path}.type`, mustMatch('type'))
  else if (profile.type === 'Localhost') {
    if (annotation.slice(LOCALHOST_PREFIX.length) === profile.localhostProfile) return
    errors.forbidden(`${path}.localhostProfile`, mustMatch('profile'))
  }
}
