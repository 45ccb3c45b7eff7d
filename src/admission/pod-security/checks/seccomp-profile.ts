import { goQuote } from '../../go/quote.ts'
import type { Struct } from '../../types/types.ts'
import { type PlacedContainer, placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod, Violation } from '../check.ts'
import { fieldsIn, named, plural, quoted, setters, sortedOnce } from '../words.ts'

const REASON = 'seccompProfile'
const FIELD = 'securityContext.seccompProfile.type'
const POD_ANNOTATION = 'seccomp.security.alpha.kubernetes.io/pod'
const CONTAINER_ANNOTATION = 'container.seccomp.security.alpha.kubernetes.io/'

/** Before the field there were annotations. */
const annotations: CheckPod = ({ metadata, spec }) => {
  const keys = placedContainers(spec).map(
    ({ container }) => `${CONTAINER_ANNOTATION}${container.name}`,
  )
  const bad = sortedOnce([POD_ANNOTATION, ...keys]).flatMap((key) => {
    const value = metadata.annotations?.get(key)
    return value === undefined || isAllowedAnnotation(value) ? [] : [{ key, value }]
  })
  if (bad.length === 0) return null
  const texts = sortedOnce(bad.map(({ key, value }) => `${key}=${goQuote(value)}`))
  return {
    reason: REASON,
    detail: `forbidden ${plural('annotation', 'annotations', texts.length)} ${texts.join(', ')}`,
    fields: bad.map(({ key }) => `metadata.annotations[${key}]`),
    remedy: 'use runtime/default or localhost/, or leave it out',
  }
}

function isAllowedAnnotation(value: string): boolean {
  const isDefault = value === 'runtime/default' || value === 'docker/default'
  return isDefault || value.startsWith('localhost/')
}

type Profile = Struct<'SeccompProfile'> | undefined

function isForbidden(profile: Profile): boolean {
  return profile !== undefined && profile.type !== 'Localhost' && profile.type !== 'RuntimeDefault'
}

function profileOf({ container }: PlacedContainer): Profile {
  return container.securityContext?.seccompProfile
}

const fields: CheckPod = ({ spec }) => {
  const ofPod = spec.securityContext?.seccompProfile
  const bad = placedContainers(spec).filter((placed) => isForbidden(profileOf(placed)))
  if (!isForbidden(ofPod) && bad.length === 0) return null
  const profiles = [ofPod, ...bad.map(profileOf)].filter(isForbidden)
  const types = quoted(sortedOnce(profiles.map((profile) => profile?.type ?? '')))
  return {
    reason: REASON,
    detail: `${setters(isForbidden(ofPod), bad)} must not set ${FIELD} to ${types}`,
    fields: [...(isForbidden(ofPod) ? [`spec.${FIELD}`] : []), ...fieldsIn(bad, FIELD)],
    remedy: 'use RuntimeDefault or Localhost',
  }
}

const required: CheckPod = (pod) => fields(pod) ?? missing(pod)

function missing({ spec }: Parameters<CheckPod>[0]): Violation | null {
  if (spec.securityContext?.seccompProfile !== undefined) return null
  const bad = placedContainers(spec).filter((placed) => profileOf(placed) === undefined)
  if (bad.length === 0) return null
  return {
    reason: REASON,
    detail: `pod or ${named(bad)} must set ${FIELD} to "RuntimeDefault" or "Localhost"`,
    fields: [`spec.${FIELD}`, ...fieldsIn(bad, FIELD)],
    remedy: 'use RuntimeDefault or Localhost, for the pod or for each container',
  }
}

/** A pod of Windows may not even set it. */
const notWindows: CheckPod = (pod) => (pod.spec.os?.name === 'windows' ? null : required(pod))

export const SECCOMP_PROFILE_BASELINE: Check = {
  id: 'seccompProfile_baseline',
  level: 'baseline',
  versions: [
    { since: 0, check: annotations },
    { since: 19, check: fields },
  ],
}

export const SECCOMP_PROFILE_RESTRICTED: Check = {
  id: 'seccompProfile_restricted',
  level: 'restricted',
  versions: [
    { since: 19, check: required },
    { since: 25, check: notWindows },
  ],
  overrides: 'seccompProfile_baseline',
}
