import type { TopologySpreadDetail } from '../../../scheduler/framework/detail.ts'
import { countOf, firstFew } from '../counts.ts'
import { byPhrase, type DetailText, phrasesOnNodes } from './detail-text.ts'

const DOMAINS_SHOWN = 6

/** How many matching pods each domain has, and how many it may have. */
export const topologySpread: DetailText<'topologySpread'> = (found) => {
  const rule = ({ topologyKey, maxSkew, minimum }: TopologySpreadDetail) =>
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
}

/** Nodes that are in no domain. */
export const topologyLabel: DetailText<'topologyLabel'> = (found) =>
  phrasesOnNodes(found, ({ topologyKey }) => `no label ${topologyKey}`)
