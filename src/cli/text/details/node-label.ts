import * as z from 'zod'
import { countOf, firstFew } from '../counts.ts'
import { byPhrase, type DetailText, detailText, type Found } from './detail-text.ts'
import { Requirement, requirementsText } from './requirement.ts'

const Selected = z.object({
  nodeSelector: z.object({ key: z.string(), value: z.string() }),
  nodeHas: z.string().nullable(),
})

/** A nodeSelector, and what the nodes have instead. */
export const nodeSelector: DetailText = detailText(Selected, (found) =>
  byPhrase(found, ({ nodeSelector: { key, value } }) => `${key}=${value}`).map(
    ({ phrase, found: same }) => `wants ${phrase}; ${instead(same)}`,
  ),
)

function instead(found: readonly Found<z.output<typeof Selected>>[]): string {
  return byPhrase(found, ({ nodeSelector: { key }, nodeHas }) =>
    nodeHas === null ? `no label ${key}` : `${key}=${nodeHas}`,
  )
    .map(({ phrase, nodes }) => `${countOf(nodes.length, 'node')} with ${phrase}`)
    .join(', ')
}

const Unmatched = z.object({
  term: z.object({ matchExpressions: z.array(Requirement), matchFields: z.array(Requirement) }),
  malformed: z.string().nullable(),
  nodeHas: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
})

/** Each term of a required node affinity, and what the nodes have instead. */
export const nodeAffinityTerm: DetailText = detailText(Unmatched, (found) =>
  byPhrase(found, termText).map(({ phrase, found: same }) => {
    const labels = byPhrase(same, ({ nodeHas }) => labelsText(nodeHas))
    const has = labels.map(
      ({ phrase: label, nodes }) => `${countOf(nodes.length, 'node')} with ${label}`,
    )
    return `wants ${phrase}; ${firstFew(has, LABELS_SHOWN)}`
  }),
)

const LABELS_SHOWN = 4

function termText({ term, malformed }: z.output<typeof Unmatched>): string {
  const text = requirementsText([...term.matchExpressions, ...term.matchFields])
  return malformed === null ? text : `${text} (${malformed})`
}

function labelsText(labels: z.output<typeof Unmatched>['nodeHas']): string {
  if (labels.length === 0) return 'another name'
  return labels
    .map(({ key, value }) => (value === null ? `no ${key}` : `${key}=${value}`))
    .join(' and ')
}
