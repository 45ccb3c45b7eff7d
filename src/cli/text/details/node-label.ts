import type { NodeAffinityTermDetail, NodeTerm } from '../../../scheduler/framework/detail.ts'
import { countOf, firstFew } from '../counts.ts'
import { byPhrase, type DetailText, phrasesOnNodes } from './detail-text.ts'
import { requirementsText } from './requirement.ts'

const LABELS_SHOWN = 4

/** A nodeSelector, and what the nodes have instead. */
export const nodeSelector: DetailText<'nodeSelector'> = (found) =>
  byPhrase(found, ({ nodeSelector: { key, value } }) => `${key}=${value}`).map(
    ({ phrase, found: same }) => {
      const instead = byPhrase(same, ({ nodeSelector: { key }, nodeHas }) =>
        labelText(key, nodeHas),
      )
      return `wants ${phrase}; ${instead.map(nodesWith).join(', ')}`
    },
  )

/** Each term of a required node affinity, and what the nodes have instead. */
export const nodeAffinityTerm: DetailText<'nodeAffinityTerm'> = (found) =>
  byPhrase(found, termText).map(({ phrase, found: same }) => {
    const instead = byPhrase(same, ({ nodeHas }) => labelsText(nodeHas))
    return `wants ${phrase}; ${firstFew(instead.map(nodesWith), LABELS_SHOWN)}`
  })

/** What the configuration asks of every pod. */
export const addedAffinity: DetailText<'addedAffinity'> = (found) =>
  phrasesOnNodes(
    found,
    (detail) => `the configuration wants nodes with ${termsText(detail.addedAffinity)}: not`,
  )

/** Labels that a policy wants on nodes, or not. */
export const labelPresence: DetailText<'labelPresence'> = (found) =>
  phrasesOnNodes(found, ({ label, wanted }) =>
    wanted === 'present' ? `no label ${label}` : `label ${label}, which is unwanted,`,
  )

/** Where the other pods of the service are. */
export const serviceAffinity: DetailText<'serviceAffinity'> = (found) =>
  byPhrase(found, ({ label, value }) => `${label}=${value}`).map(({ phrase, found: same }) => {
    const instead = byPhrase(same, ({ label, nodeHas }) => labelText(label, nodeHas))
    return `its service runs where ${phrase}; ${instead.map(nodesWith).join(', ')}`
  })

/** Terms of which any one would do. */
export function termsText(terms: readonly NodeTerm[]): string {
  return terms
    .map(({ matchExpressions, matchFields }) =>
      requirementsText([...matchExpressions, ...matchFields]),
    )
    .join(' or ')
}

function termText({ term, malformed }: NodeAffinityTermDetail): string {
  const text = termsText([term])
  return malformed === null ? text : `${text} (${malformed})`
}

function nodesWith({ phrase, nodes }: { phrase: string; nodes: readonly string[] }): string {
  return `${countOf(nodes.length, 'node')} with ${phrase}`
}

function labelText(label: string, value: string | null): string {
  return value === null ? `no label ${label}` : `${label}=${value}`
}

function labelsText(labels: NodeAffinityTermDetail['nodeHas']): string {
  if (labels.length === 0) return 'another name'
  return labels
    .map(({ key, value }) => (value === null ? `no ${key}` : `${key}=${value}`))
    .join(' and ')
}
