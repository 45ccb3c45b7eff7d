import { firstFew } from '../counts.ts'
import { type DetailText, phrasesOnNodes } from './detail-text.ts'

/** Each taint as kubectl writes it, and where it is. */
export const taint: DetailText<'taint'> = (found) =>
  phrasesOnNodes(found, ({ taint: { key, value, effect } }) =>
    value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`,
  )

const CORDONED_SHOWN = 4

/** Nodes with spec.unschedulable. */
export const cordoned: DetailText<'unschedulable'> = (found) => {
  const nodes = found.map(({ node }) => node)
  return [`cordoned: ${firstFew(nodes, CORDONED_SHOWN)}`]
}

/** Conditions that are not as they should be. */
export const nodeCondition: DetailText<'nodeCondition'> = (found) =>
  phrasesOnNodes(found, ({ condition, status }) => `condition ${condition} is ${status}`)

/** What the pod needs of a node's kubelet and runtime. */
export const missingFeature: DetailText<'missingFeature'> = (found) =>
  phrasesOnNodes(found, (detail) => `no feature ${detail.missingFeature}`)
