import { goQuote } from '../../go/quote.ts'
import { compareStrings } from '../../go/utf8.ts'
import type { Pod, Struct } from '../../types/types.ts'
import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, named, plural, quoted, sortedOnce } from '../words.ts'

const PREFIX = 'container.apparmor.security.beta.kubernetes.io/'

const check: CheckPod = (pod) => {
  const { spec } = pod
  const ofPod = spec.securityContext?.appArmorProfile
  const isPodBad = isForbidden(ofPod)
  const bad = placedContainers(spec).filter(({ container }) =>
    isForbidden(container.securityContext?.appArmorProfile),
  )
  const annotations = forbiddenAnnotations(pod)
  if (!isPodBad && bad.length === 0 && annotations.length === 0) return null
  const types = bad.map(({ container }) => container.securityContext?.appArmorProfile?.type ?? '')
  const values = [
    ...sortedOnce([...(isPodBad ? [ofPod?.type ?? ''] : []), ...types]),
    ...annotations.map(({ text }) => text),
  ]
  const said = [
    ...(isPodBad ? ['pod'] : []),
    ...(bad.length > 0 ? [named(bad)] : []),
    ...(annotations.length > 0 ? [plural('annotation', 'annotations', annotations.length)] : []),
  ]
  return {
    reason: plural('forbidden AppArmor profile', 'forbidden AppArmor profiles', values.length),
    detail: `${said.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
    fields: [
      ...(isPodBad ? ['spec.securityContext.appArmorProfile.type'] : []),
      ...fieldsIn(bad, 'securityContext.appArmorProfile.type'),
      ...annotations.map(({ key }) => `metadata.annotations[${key}]`),
    ],
    remedy: 'use RuntimeDefault or Localhost, or leave it out',
  }
}

function isForbidden(profile: Struct<'AppArmorProfile'> | undefined): boolean {
  return profile !== undefined && profile.type !== 'RuntimeDefault' && profile.type !== 'Localhost'
}

function forbiddenAnnotations({ metadata }: Pod): { key: string; text: string }[] {
  return [...(metadata.annotations ?? [])]
    .filter(([key, value]) => key.startsWith(PREFIX) && !isAllowedAnnotation(value))
    .map(([key, value]) => ({ key, text: `${key}=${goQuote(value)}` }))
    .sort((a, b) => compareStrings(a.text, b.text))
}

function isAllowedAnnotation(value: string): boolean {
  return value === '' || value === 'runtime/default' || value.startsWith('localhost/')
}

export const APP_ARMOR_PROFILE: Check = {
  id: 'appArmorProfile',
  level: 'baseline',
  versions: [{ since: 0, check }],
}
