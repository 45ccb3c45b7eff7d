import * as z from 'zod'
import { bytesText } from '../amounts.ts'
import { byPhrase, type DetailText, detailText, onNodes } from './detail-text.ts'
import { PodName } from './pod-name.ts'
import { Requirement, requirementsText } from './requirement.ts'

const AtLimit = z.object({
  driver: z.string(),
  requested: z.number(),
  used: z.number(),
  limit: z.number(),
})

/** Volumes of one driver that a node may attach. */
export const volumeLimit: DetailText = detailText(AtLimit, (found) =>
  byPhrase(
    found,
    ({ driver, requested, used, limit }) =>
      `${driver}: asks ${requested} more, ${used} of ${limit} attached`,
  ).map(({ phrase, nodes }) => `${phrase} ${onNodes(nodes)}`),
)

const SharedClaim = z.object({ claim: z.string(), conflictsWith: z.object({ pod: PodName }) })

/** A ReadWriteOncePod claim that another pod uses. */
export const sharedClaim: DetailText = detailText(SharedClaim, (found) =>
  byPhrase(found, ({ claim, conflictsWith }) => `${claim} is used by ${conflictsWith.pod}`).map(
    ({ phrase }) => phrase,
  ),
)

const Unreachable = z.object({
  claim: z.string(),
  volume: z.string(),
  nodeAffinity: z
    .array(z.object({ expressions: z.array(Requirement), fields: z.array(Requirement) }))
    .nullable(),
})

/** A claim whose volume other nodes can reach. */
export const unreachableVolume: DetailText = detailText(Unreachable, (found) =>
  byPhrase(found, ({ claim, volume, nodeAffinity }) => {
    const terms = (nodeAffinity ?? []).map(({ expressions, fields }) =>
      requirementsText([...expressions, ...fields]),
    )
    const where = terms.length === 0 ? '' : `, which wants nodes with ${terms.join(' or ')}`
    return `${claim} is bound to volume ${volume}${where}`
  }).map(({ phrase, nodes }) => `${phrase}: not ${onNodes(nodes)}`),
)

const Unprovided = z.object({
  claim: z.string(),
  storageClass: z.string(),
  requestedBytes: z.number().nullable(),
  largestCapacityBytes: z.number().nullable(),
})

/** A claim for which no volume can be found or made. */
export const unprovidedClaim: DetailText = detailText(Unprovided, (found) =>
  byPhrase(found, ({ claim, storageClass, requestedBytes, largestCapacityBytes }) =>
    [
      `${claim} wants`,
      ...(requestedBytes === null ? [] : [bytesText(requestedBytes)]),
      `of class ${storageClass}`,
      ...(largestCapacityBytes === null
        ? []
        : [`(the largest capacity is ${bytesText(largestCapacityBytes)})`]),
    ].join(' '),
  ).map(({ phrase, nodes }) => `${phrase} ${onNodes(nodes)}`),
)

const Elsewhere = z.object({
  volume: z.string(),
  label: z.string(),
  values: z.array(z.string()),
  nodeHas: z.string().nullable(),
})

/** A volume that can be used in its own zone only. */
export const volumeElsewhere: DetailText = detailText(Elsewhere, (found) =>
  byPhrase(
    found,
    ({ volume, label, values, nodeHas }) =>
      `volume ${volume} is where ${label}=${values.join(' or ')}; there is ` +
      `${nodeHas === null ? 'no such label' : nodeHas}`,
  ).map(({ phrase, nodes }) => `${phrase} ${onNodes(nodes)}`),
)
