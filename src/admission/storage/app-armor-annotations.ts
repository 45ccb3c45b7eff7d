import type { Reasons } from '../changes/journal.ts'
import type { Pod, Struct } from '../types/types.ts'
import { placedContainers, pointerTo } from '../types/visit-containers.ts'
import { zero } from '../types/zero.ts'
import { validateAppArmorProfile } from '../validation/containers/security-context.ts'
import { FieldErrors } from '../validation/field-errors.ts'
import type { Warnings } from '../warnings/warnings.ts'

const PREFIX = 'container.apparmor.security.beta.kubernetes.io/'
const LOCALHOST = 'localhost/'

type Profile = Struct<'AppArmorProfile'>

/** applyAppArmorVersionSkew: old annotations become fields where no field is set. */
export function readAppArmorAnnotations(
  { metadata, spec }: Pod,
  warnings: Warnings,
  reasons: Reasons,
): void {
  if (spec.os?.name === 'windows') return
  const ofPod = spec.securityContext?.appArmorProfile
  for (const placed of placedContainers(spec)) {
    const { container } = placed
    const key = `${PREFIX}${container.name}`
    const annotation = metadata.annotations?.get(key)
    if (annotation === undefined || container.securityContext?.appArmorProfile !== undefined)
      continue
    const profile = validProfile(annotation)
    if (profile !== undefined && isSame(profile, ofPod)) continue
    if (profile !== undefined) {
      container.securityContext ??= zero('SecurityContext')
      container.securityContext.appArmorProfile = profile
      const reason = `annotation ${key} says so, and the field says nothing`
      reasons.tell(`${pointerTo(placed)}/securityContext`, reason)
    }
    const where = `metadata.annotations[${key}]`
    warnings.add(`${where}: deprecated since v1.30; use the "appArmorProfile" field instead`)
  }
}

function validProfile(annotation: string): Profile | undefined {
  const profile = profileOf(annotation)
  const errors = new FieldErrors()
  validateAppArmorProfile(errors, profile, '')
  return errors.list.length === 0 ? profile : undefined
}

/** ApparmorFieldForAnnotation. */
function profileOf(annotation: string): Profile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined', localhostProfile: undefined }
  if (annotation === 'runtime/default')
    return { type: 'RuntimeDefault', localhostProfile: undefined }
  if (!annotation.startsWith(LOCALHOST) || annotation === LOCALHOST) return undefined
  return { type: 'Localhost', localhostProfile: annotation.slice(LOCALHOST.length) }
}

function isSame(a: Profile, b: Profile | undefined): boolean {
  return a.type === b?.type && a.localhostProfile === b.localhostProfile
}
