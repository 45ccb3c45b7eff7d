import * as z from 'zod'
import { firstFew } from '../counts.ts'
import { byPhrase, type DetailText, detailText, onNodes } from './detail-text.ts'

const Tainted = z.object({
  taint: z.object({ key: z.string(), value: z.string(), effect: z.string() }),
})

/** Each taint as kubectl writes it, and where it is. */
export const taint: DetailText = detailText(Tainted, (found) =>
  byPhrase(found, ({ taint: { key, value, effect } }) =>
    value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`,
  ).map(({ phrase, nodes }) => `${phrase} ${onNodes(nodes)}`),
)

const Cordoned = z.object({ unschedulable: z.literal(true) })

const CORDONED_SHOWN = 4

/** Nodes with spec.unschedulable. */
export const cordoned: DetailText = detailText(Cordoned, (found) => {
  const nodes = found.map(({ node }) => node)
  return [`cordoned: ${firstFew(nodes, CORDONED_SHOWN)}`]
})
