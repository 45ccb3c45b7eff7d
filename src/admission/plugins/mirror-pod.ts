import type { Container, PodSpec, Volume } from '../types/types.ts'
import { placedContainers } from '../types/visit-containers.ts'

/**
 * What a mirror pod may not have: the kubelet runs it from a file and has no account to run it
 * with.
 */
export function mirrorPodFault(spec: PodSpec): string | null {
  if (spec.serviceAccountName !== '') return 'a mirror pod may not reference service accounts'
  if (namesSecrets(spec)) return 'a mirror pod may not reference secrets'
  const hasToken = (spec.volumes ?? []).some(({ projected }) =>
    projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken !== undefined),
  )
  return hasToken ? 'a mirror pod may not use ServiceAccountToken volume projections' : null
}

/** VisitPodSecretNames. */
function namesSecrets(spec: PodSpec): boolean {
  return (
    (spec.imagePullSecrets ?? []).some(({ name }) => name !== '') ||
    placedContainers(spec).some(({ container }) => secretsOfContainer(container).some(isName)) ||
    (spec.volumes ?? []).some((volume) => secretsOfVolume(volume).some(isName))
  )
}

function isName(name: string | undefined): boolean {
  return name !== undefined && name !== ''
}

function secretsOfContainer({ env, envFrom }: Container): (string | undefined)[] {
  return [
    ...(envFrom ?? []).map(({ secretRef }) => secretRef?.name),
    ...(env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
  ]
}

/** The first source counts, in the order in which the server asks. */
function secretsOfVolume(volume: Volume): (string | undefined)[] {
  const { azureFile, projected, secret, csi } = volume
  if (azureFile !== undefined) return [azureFile.secretName]
  const early = [volume.cephfs, volume.cinder, volume.flexVolume].find(isThere)
  if (early !== undefined) return [early.secretRef?.name]
  if (projected !== undefined) return (projected.sources ?? []).map((source) => source.secret?.name)
  if (volume.rbd !== undefined) return [volume.rbd.secretRef?.name]
  if (secret !== undefined) return [secret.secretName]
  const late = [volume.scaleIO, volume.iscsi, volume.storageos].find(isThere)
  return [late === undefined ? csi?.nodePublishSecretRef?.name : late.secretRef?.name]
}

function isThere<Source>(source: Source | undefined): source is Source {
  return source !== undefined
}
