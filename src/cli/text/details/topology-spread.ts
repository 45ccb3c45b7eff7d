import * as z from 'zod'
import { countOf, firstFew } from '../counts.ts'
import { byPhrase, type DetailText, detailText, onNodes } from './detail-text.ts'

const Skewed = z.object({
  topologyKey: z.string(),
  domain: z.string(),
  count: z.number(),
  minimum: z.number(),
  skew: z.number(),
  maxSkew: z.number(),
})

const DOMAINS_SHOWN = 6

/** How many matching pods each domain has, and how many it may have. */
export const topologySpread: DetailText = detailText(Skewed, (found) => {
  const rule = ({ topologyKey, maxSkew, minimum }: z.output<typeof Skewed>) =>
    `at most ${maxSkew} more than the emptiest ${topologyKey}, which has ${minimum}`
  return byPhrase(found, rule).map(({ phrase, found: same }) => {
    const domains = byPhrase(
      same,
      ({ domain, count, skew }) => `${domain} has ${count}, one more would be ${skew} above`,
    )
    const texts = domains.map(
      ({ phrase: text, nodes }) => `${text} (${countOf(nodes.length, 'node')})`,
    )
    return `${phrase}: ${firstFew(texts, DOMAINS_SHOWN)}`
  })
})

const Unlabelled = z.object({ topologyKey: z.string(), missingLabel: z.literal(true) })

/** Nodes that are in no domain. */
export const unlabelled: DetailText = detailText(Unlabelled, (found) =>
  byPhrase(found, ({ topologyKey }) => `no label ${topologyKey}`).map(
    ({ phrase, nodes }) => `${phrase} ${onNodes(nodes)}`,
  ),
)
