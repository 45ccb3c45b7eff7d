import type {
  BoundVolumeDetail,
  ExclusiveClaimDetail,
  UnboundClaimDetail,
  VolumeZoneDetail,
} from '../../../scheduler/framework/detail.ts'
import type { ExclusiveDisk } from '../../../snapshot/storage/pod-volume.ts'
import { bytesText } from '../amounts.ts'
import { byPhrase, type DetailText, onNodes, phrasesOnNodes } from './detail-text.ts'
import { termsText } from './node-label.ts'
import { podName } from './pod-name.ts'

/** Volumes of one driver that a node may attach. */
export const volumeLimit: DetailText<'volumeLimit'> = (found) =>
  phrasesOnNodes(
    found,
    ({ driver, requested, used, limit }) =>
      `${driver}: asks ${requested} more, ${used} of ${limit} attached`,
  )

/** Drivers that are not where they are needed. */
export const csiDriver: DetailText<'csiDriver'> = (found) =>
  phrasesOnNodes(found, ({ driver }) => `no driver ${driver}`)

/** Disks that pods mount by themselves, and who has them. */
export const disk: DetailText<'disk'> = (found) =>
  phrasesOnNodes(
    found,
    ({ conflictsWith: { pod, volume } }) => `${diskText(volume)} is mounted by ${podName(pod)}`,
  )

function diskText(volume: ExclusiveDisk): string {
  switch (volume.kind) {
    case 'gcePersistentDisk':
      return `disk ${volume.pdName}`
    case 'awsElasticBlockStore':
      return `disk ${volume.volumeId}`
    case 'rbd':
      return `image ${volume.pool}/${volume.image}`
    case 'iscsi':
      return `target ${volume.iqn}`
  }
}

/** A ReadWriteOncePod claim that another pod uses. */
export const exclusiveClaim: DetailText<'exclusiveClaim'> = (found) => {
  const text = ({ claim, conflictsWith }: ExclusiveClaimDetail) =>
    `${claim} is used by ${podName(conflictsWith.pod)}`
  return byPhrase(found, text).map(({ phrase }) => phrase)
}

/** A claim whose volume other nodes can reach. */
export const boundVolume: DetailText<'boundVolume'> = (found) => {
  const text = ({ claim, volume, nodeAffinity }: BoundVolumeDetail) => {
    const terms = nodeAffinity ?? []
    const where = terms.length === 0 ? '' : `, which wants nodes with ${termsText(terms)}`
    return `${claim} is bound to volume ${volume}${where}`
  }
  return byPhrase(found, text).map(({ phrase, nodes }) => `${phrase}: not ${onNodes(nodes)}`)
}

/** A claim whose volume is gone. */
export const missingVolume: DetailText<'missingVolume'> = (found) =>
  byPhrase(
    found,
    ({ claim, volume }) => `${claim} is bound to volume ${volume}, which does not exist`,
  ).map(({ phrase }) => phrase)

/** A claim for which no volume can be found or made. */
export const unboundClaim: DetailText<'unboundClaim'> = (found) => {
  const text = ({ claim, storageClass, ...detail }: UnboundClaimDetail) => {
    const { requestedBytes, largestCapacityBytes } = detail
    return [
      `${claim} wants`,
      ...(requestedBytes === null ? [] : [bytesText(requestedBytes)]),
      `of class ${storageClass}`,
      ...(largestCapacityBytes === null
        ? []
        : [`(the largest capacity is ${bytesText(largestCapacityBytes)})`]),
    ].join(' ')
  }
  return phrasesOnNodes(found, text)
}

/** A volume that can be used in its own zone only. */
export const volumeZone: DetailText<'volumeZone'> = (found) => {
  const text = ({ volume, label, values, nodeHas }: VolumeZoneDetail) =>
    `volume ${volume} is where ${label}=${values.join(' or ')}; there is ${nodeHas ?? 'no such label'}`
  return phrasesOnNodes(found, text)
}
