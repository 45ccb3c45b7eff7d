import * as z from 'zod'
import { byPhrase, type DetailText, detailText, onNodes } from './detail-text.ts'
import { PodName } from './pod-name.ts'

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
