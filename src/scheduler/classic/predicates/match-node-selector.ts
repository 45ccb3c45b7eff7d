import {
  matchNodeSelectorTerm,
  matchRequired,
  type NodeMatch,
} from '../../../snapshot/nodes/node-match.ts'
import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import {
  malformedAmong,
  type NodeSelector,
  type NodeSelectorTerm,
} from '../../../snapshot/selectors/node-selector.ts'
import { filtering, SKIP } from '../../framework/plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import { unmatched } from '../../plugins/node-affinity/node-affinity.ts'
import type { PluginFactory } from '../context.ts'
import { NODE_SELECTOR } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Keeps pods on nodes that their nodeSelector and required node affinity name. */
export const matchNodeSelector: PluginFactory = (name, { release }) => ({
  name,
  prepareFilter({ cluster: { nodes }, pod, statuses }) {
    const { nodeSelector, requiredNodeAffinity: required } = pod.signature
    if (required === null && nodeSelector.size === 0) return SKIP
    const isWhole = release.nodeSelectorTerms === 'whole'
    const match = isWhole
      ? matchRequired(nodeSelector, required, nodes)
      : matchExpressions(pod.signature, nodes)
    const verdicts = [rejectionId(statuses, release, NODE_SELECTOR), 0]
    return filtering(
      new StaticFilter(match, verdicts, (node) => unmatched(nodes, node, nodeSelector, required)),
    )
  },
})

/** A term as far as its label expressions go: matchFields came with 1.11, and scores never saw them. */
export function expressionsOf({ expressions }: NodeSelectorTerm): NodeSelectorTerm {
  return { expressions, fields: [], malformed: malformedAmong(expressions) }
}

/** 1.10: terms are alternatives up to the first malformed one. */
function matchExpressions(
  { nodeSelector, requiredNodeAffinity }: PodSignature,
  nodes: Nodes,
): NodeMatch {
  const match = matchRequired(nodeSelector, null, nodes)
  if (requiredNodeAffinity === null) return match
  const any = new Uint8Array(nodes.count)
  for (const term of upToMalformed(requiredNodeAffinity)) {
    const found = matchNodeSelectorTerm(term, nodes)
    for (let node = 0; node < nodes.count; node++) any[node] |= found[node]
  }
  return match.map((one, node) => one & any[node])
}

function upToMalformed(terms: NodeSelector): NodeSelectorTerm[] {
  const readable = terms.map(expressionsOf)
  const end = readable.findIndex(({ malformed }) => malformed !== null)
  return end < 0 ? readable : readable.slice(0, end)
}
