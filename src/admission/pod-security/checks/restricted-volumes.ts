import type { Volume } from '../../types/types.ts'
import type { Check, CheckPod } from '../check.ts'
import { plural, quoted, sortedOnce } from '../words.ts'

const ALLOWED = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
] as const
/** In the order in which the server asks. */
const RESTRICTED = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
] as const

const check: CheckPod = ({ spec }) => {
  const bad = [...(spec.volumes ?? []).entries()].filter(([, volume]) => !isAllowed(volume))
  if (bad.length === 0) return null
  const names = bad.map(([, { name }]) => name)
  const types = sortedOnce(bad.map(([, volume]) => typeOf(volume)))
  const volumes = `${plural('volume', 'volumes', names.length)} ${quoted(names)}`
  const what = plural('restricted volume type', 'restricted volume types', types.length)
  return {
    reason: 'restricted volume types',
    detail: `${volumes} ${plural('uses', 'use', names.length)} ${what} ${quoted(types)}`,
    fields: bad.map(([index, volume]) => `spec.volumes[${index}].${typeOf(volume)}`),
    remedy: `use none but ${ALLOWED.join(', ')}`,
  }
}

function isAllowed(volume: Volume): boolean {
  return ALLOWED.some((type) => volume[type] !== undefined)
}

function typeOf(volume: Volume): string {
  return RESTRICTED.find((type) => volume[type] !== undefined) ?? 'unknown'
}

export const RESTRICTED_VOLUMES: Check = {
  id: 'restrictedVolumes',
  level: 'restricted',
  versions: [{ since: 0, check }],
  overrides: 'hostPathVolumes',
}
