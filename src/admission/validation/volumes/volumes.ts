import { goQuote } from '../../go/quote.ts'
import { byteLength } from '../../go/utf8.ts'
import type { ObjectMeta, Struct, Volume } from '../../types/types.ts'
import { validatePullPolicy } from '../containers/pull-policy.ts'
import type { FieldErrors } from '../field-errors.ts'
import { dnsLabel, dnsSubdomain } from '../metadata/names.ts'
import {
  validateAzureDisk,
  validateAzureFile,
  validateCinder,
  validatePdOrEbs,
  validatePhoton,
  validatePortworx,
  validateScaleIo,
  validateStorageOs,
  validateVsphere,
} from './cloud-volumes.ts'
import { validateCsi } from './csi-volume.ts'
import { validateEphemeral } from './ephemeral-volume.ts'
import {
  validateConfigMapVolume,
  validateDownwardApiVolume,
  validateSecretVolume,
} from './file-volumes.ts'
import { validateFlexVolume, validateGitRepo, validateHostPath } from './local-volumes.ts'
import {
  validateCephFs,
  validateFc,
  validateFlocker,
  validateGlusterfs,
  validateIscsi,
  validateNfs,
  validateQuobyte,
  validateRbd,
} from './network-volumes.ts'
import { validateProjected } from './projected-volume.ts'

/** The volumes that mounts and devices may name: those in which nothing is wrong. */
export type ValidVolumes = ReadonlyMap<string, Volume>

const ONLY_ONE = 'may not specify more than 1 volume type'
const EMPTY_DIR_MODE_MAX = 0o1777
const ISCSI_NAME_MAX = 64

/** ValidateVolumes. */
export function validateVolumes(
  errors: FieldErrors,
  volumes: readonly Volume[],
  meta: ObjectMeta,
  path: string,
): ValidVolumes {
  const created = claimsOf(volumes, meta)
  const valid = new Map<string, Volume>()
  for (const [index, volume] of volumes.entries()) {
    const { name, persistentVolumeClaim } = volume
    const field = `${path}[${index}]`
    const before = errors.count
    validateSource(errors, volume, meta, field)
    if (name === '') errors.required(`${field}.name`)
    else errors.invalidEach(`${field}.name`, name, dnsLabel(name))
    if (valid.has(name)) errors.duplicate(`${field}.name`, name)
    if (errors.count === before) valid.set(name, volume)
    if (persistentVolumeClaim !== undefined && created.has(persistentVolumeClaim.claimName)) {
      errors.invalid(
        `${field}.persistentVolumeClaim.claimName`,
        persistentVolumeClaim.claimName,
        'must not reference a PVC that gets created for an ephemeral volume',
      )
    }
  }
  return valid
}

/** The claims that will be made for this pod. */
function claimsOf(volumes: readonly Volume[], { name }: ObjectMeta): ReadonlySet<string> {
  if (name === '') return new Set()
  const ephemeral = volumes.filter((volume) => volume.ephemeral !== undefined)
  return new Set(ephemeral.map((volume) => `${name}-${volume.name}`))
}

/** A source with the name that errors give it, which is not always that of its field. */
interface Source {
  readonly field: Exclude<keyof Volume, 'name'>
  readonly whenSecond?: string
  readonly path?: string
  readonly validate: (errors: FieldErrors, volume: Volume, path: string) => void
}

function source<Field extends Exclude<keyof Volume, 'name'>>(
  field: Field,
  validate: (errors: FieldErrors, source: NonNullable<Volume[Field]>, path: string) => void,
  names: { whenSecond?: string; path?: string } = {},
): Source {
  return {
    field,
    ...names,
    validate(errors, volume, path) {
      const found = volume[field]
      if (found !== undefined) validate(errors, found as NonNullable<Volume[Field]>, path)
    },
  }
}

/** In upstream's order, which decides which of two sources is the one too many. */
const SOURCES: readonly Source[] = [
  source('hostPath', validateHostPath),
  source('gitRepo', validateGitRepo),
  source(
    'gcePersistentDisk',
    (errors, disk, path) => {
      validatePdOrEbs(errors, { field: 'pdName', id: disk.pdName, partition: disk.partition }, path)
    },
    { path: 'persistentDisk' },
  ),
  source('awsElasticBlockStore', (errors, disk, path) => {
    validatePdOrEbs(
      errors,
      { field: 'volumeID', id: disk.volumeID, partition: disk.partition },
      path,
    )
  }),
  source('secret', validateSecretVolume),
  source('nfs', validateNfs),
  source('iscsi', validateIscsi),
  source('glusterfs', validateGlusterfs),
  source('flocker', validateFlocker),
  source('persistentVolumeClaim', (errors, { claimName }, path) => {
    if (claimName === '') errors.required(`${path}.claimName`)
  }),
  source('rbd', validateRbd),
  source('cinder', validateCinder),
  source('cephfs', validateCephFs, { whenSecond: 'cephFS' }),
  source('quobyte', validateQuobyte),
  source('downwardAPI', validateDownwardApiVolume, { whenSecond: 'downwarAPI' }),
  source('fc', validateFc),
  source('flexVolume', validateFlexVolume),
  source('configMap', validateConfigMapVolume),
  source('azureFile', validateAzureFile),
  source('vsphereVolume', validateVsphere),
  source('photonPersistentDisk', validatePhoton),
  source('portworxVolume', validatePortworx),
  source('azureDisk', validateAzureDisk),
  source('storageos', validateStorageOs),
  source('projected', validateProjected),
  source('scaleIO', validateScaleIo),
  source('csi', validateCsi),
  source('ephemeral', validateEphemeral),
  source('image', (errors, { reference, pullPolicy }, path) => {
    if (reference === '') errors.required(`${path}.reference`)
    validatePullPolicy(errors, pullPolicy, `${path}.pullPolicy`)
  }),
]

/** validateVolumeSource. */
function validateSource(errors: FieldErrors, volume: Volume, meta: ObjectMeta, path: string): void {
  let count = 0
  if (volume.emptyDir !== undefined) {
    count++
    validateEmptyDir(errors, volume.emptyDir, `${path}.emptyDir`)
  }
  for (const { field, whenSecond = field, path: name = field, validate } of SOURCES) {
    if (volume[field] === undefined) continue
    if (count++ > 0) errors.forbidden(`${path}.${whenSecond}`, ONLY_ONE)
    else validate(errors, volume, `${path}.${name}`)
    if (field === 'iscsi') validateIscsiName(errors, volume, path)
    if (field === 'ephemeral' && count === 1) validateClaimName(errors, volume, meta, path)
  }
  if (count === 0) errors.required(path, 'must specify a volume type')
}

function validateEmptyDir(
  errors: FieldErrors,
  { sizeLimit, mode }: Struct<'EmptyDirVolumeSource'>,
  path: string,
): void {
  if (sizeLimit !== undefined && sizeLimit.sign < 0) {
    errors.forbidden(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')
  }
  if (mode !== undefined && (mode > EMPTY_DIR_MODE_MAX || mode < 0)) {
    const detail = 'must be a number between 0 and 01777 (octal), both inclusive'
    errors.invalid(`${path}.mode`, mode, detail)
  }
}

/** Asked also where iscsi is one source too many. */
function validateIscsiName(errors: FieldErrors, { name, iscsi }: Volume, path: string): void {
  if (iscsi?.initiatorName === undefined) return
  if (byteLength(`${name}:${iscsi.targetPortal}`) <= ISCSI_NAME_MAX) return
  const detail =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'
  errors.invalid(`${path}.name`, name, detail)
}

/** The claim of an ephemeral volume is named after pod and volume. */
function validateClaimName(
  errors: FieldErrors,
  { name }: Volume,
  meta: ObjectMeta,
  path: string,
): void {
  if (meta.name === '' || name === '') return
  const claim = `${meta.name}-${name}`
  for (const complaint of dnsSubdomain(claim)) {
    errors.invalid(`${path}.name`, name, `PVC name ${goQuote(claim)}: ${complaint}`)
  }
}
