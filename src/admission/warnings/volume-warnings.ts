import type { PodSpec, Volume } from '../types/types.ts'
import { warnOfFraction } from './fraction-warnings.ts'
import { warnOfOverlaps } from './path-overlaps.ts'
import type { Warnings } from './warnings.ts'

const REMOVED = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
] as const
const REMOVED_LATER = [
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const

export function warnOfVolumes({ volumes }: PodSpec, warnings: Warnings): void {
  for (const [index, volume] of (volumes ?? []).entries()) {
    const path = `spec.volumes[${index}]`
    warnOfSources(volume, path, REMOVED, warnings)
    const claim = volume.ephemeral?.volumeClaimTemplate?.spec.resources
    const ofClaim = `${path}.ephemeral.volumeClaimTemplate.spec.resources`
    warnOfFraction(claim?.requests, 'storage', `${ofClaim}.requests`, warnings)
    warnOfFraction(claim?.limits, 'storage', `${ofClaim}.limits`, warnings)
    warnOfSources(volume, path, REMOVED_LATER, warnings)
  }
  for (const volume of volumes ?? []) warnOfOverlaps(volume, warnings)
}

function warnOfSources(
  volume: Volume,
  path: string,
  sources: typeof REMOVED | typeof REMOVED_LATER,
  warnings: Warnings,
): void {
  for (const [source, message] of sources) {
    const name = source === 'storageos' ? 'storageOS' : source
    if (volume[source] !== undefined) warnings.add(`${path}.${name}: ${message}`)
  }
}
