import type { ValueStyle } from '../../../snapshot/json/field-error.ts'
import { matchNodeSelectorTerm, matchRequired } from '../../../snapshot/nodes/node-match.ts'
import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import { scores } from '../../../snapshot/pods/read-affinity.ts'
import type {
  NodeSelector,
  NodeSelectorTerm,
  PreferredTerm,
} from '../../../snapshot/selectors/node-selector.ts'
import { aggregated, termProblems } from '../../../snapshot/selectors/requirement-problems.ts'
import { type Detail, describeNodeTerm } from '../../framework/detail.ts'
import { normalizeByMax } from '../../framework/normalize.ts'
import {
  type NodeScorer,
  type Plugin,
  type PreFilterResult,
  type Preparation,
  type PreScoreResult,
  READS_NO_IDENTITY,
  rejecting,
  SKIP,
  SKIP_SCORE,
  scoring,
} from '../../framework/plugin.ts'
import { type PluginRegistration, withArgs } from '../../framework/plugin-registration.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import type { AddedAffinity } from './node-affinity-args.ts'
import { readNodeAffinityArgs } from './node-affinity-args.ts'

const REASON_POD = "node(s) didn't match Pod's node affinity/selector"
const REASON_ENFORCED = "node(s) didn't match scheduler-enforced node affinity"
const REASON_CONFLICT = 'pod affinity terms conflict'

/** Keeps pods on nodes that their nodeSelector and node affinity name, and prefers those they prefer. */
function nodeAffinity(added: AddedAffinity | null, style: ValueStyle): Plugin {
  return {
    name: 'NodeAffinity',
    readsOfIdentity: READS_NO_IDENTITY,
    followsRequests: true,
    prepareFilter: (preparation) => prepareFilter(preparation, added?.required ?? null),
    prepareScore: (preparation) => prepareScore(preparation, added?.preferred ?? [], style),
  }
}

const FIT = 0
const NOT_ENFORCED = 1
const NOT_POD = 2

function prepareFilter(preparation: Preparation, added: NodeSelector | null): PreFilterResult {
  const { cluster, pod, statuses } = preparation
  const { nodes } = cluster
  const { nodeSelector, requiredNodeAffinity: required } = pod.signature
  if (required === null && added === null && nodeSelector.size === 0) return SKIP
  const pinned = pinnedNodes(required)
  if (pinned !== null && pinned.size === 0) {
    return rejecting('UnschedulableAndUnresolvable', REASON_CONFLICT)
  }
  const podMatch = matchRequired(nodeSelector, required, nodes)
  const addedMatch = added === null ? null : matchRequired(new Map(), added, nodes)
  const kinds = podMatch.map((matches, node) => {
    if (addedMatch?.[node] === 0) return NOT_ENFORCED
    return matches === 1 ? FIT : NOT_POD
  })
  const verdicts = [
    0,
    statuses.id('UnschedulableAndUnresolvable', REASON_ENFORCED),
    statuses.id('UnschedulableAndUnresolvable', REASON_POD),
  ]
  const filter = new StaticFilter(kinds, verdicts, (node) =>
    kinds[node] === NOT_ENFORCED
      ? [{ kind: 'addedAffinity', addedAffinity: (added ?? []).map(describeNodeTerm) }]
      : unmatched(nodes, node, nodeSelector, required),
  )
  if (pinned === null) return { kind: 'filter', filter }
  return { kind: 'filter', filter, only: rowsNamed(nodes, pinned) }
}

/** Names that every term pins with matchFields; null when some term leaves the choice open. */
function pinnedNodes(required: NodeSelector | null): Set<string> | null {
  if (required === null || required.length === 0) return null
  const union = new Set<string>()
  for (const term of required) {
    let names: readonly string[] | null = null
    for (const field of term.fields) {
      if (field.key !== 'metadata.name' || field.operator !== 'In') continue
      names = names === null ? field.values : names.filter((name) => field.values.includes(name))
    }
    if (names === null) return null
    for (const name of names) union.add(name)
  }
  return union
}

function rowsNamed(nodes: Nodes, names: ReadonlySet<string>): Uint8Array {
  const rows = new Uint8Array(nodes.count)
  for (const name of names) {
    const node = nodes.rowOf.get(name)
    if (node !== undefined) rows[node] = 1
  }
  return rows
}

/** What of the selector the node lacks: the first wrong label, or the terms that all fail. */
export function unmatched(
  nodes: Nodes,
  node: number,
  nodeSelector: ReadonlyMap<string, string>,
  required: NodeSelector | null,
): Detail[] {
  for (const [key, value] of nodeSelector) {
    const has = nodes.label(node, key) ?? null
    if (has !== value) return [{ kind: 'nodeSelector', nodeSelector: { key, value }, nodeHas: has }]
  }
  return (required ?? []).map((term) => ({
    kind: 'nodeAffinityTerm',
    term: describeNodeTerm(term),
    malformed: term.malformed,
    nodeHas: labelsAskedFor(nodes, node, term),
  }))
}

function labelsAskedFor(nodes: Nodes, node: number, term: NodeSelectorTerm) {
  return term.expressions.map(({ key }) => ({ key, value: nodes.label(node, key) ?? null }))
}

function prepareScore(
  { cluster, pod }: Preparation,
  added: readonly PreferredTerm[],
  style: ValueStyle,
): PreScoreResult {
  const { preferredNodeAffinity, hasPreferredNodeAffinity } = pod.signature
  if (!hasPreferredNodeAffinity && added.length === 0) return SKIP_SCORE
  const errors = preferredNodeAffinity.flatMap((preferred, index) => {
    const { expressions, fields } = preferred.term
    return scores(preferred)
      ? termProblems(expressions, fields, style).map((problem) => `[${index}].${problem}`)
      : []
  })
  if (errors.length > 0) return { kind: 'error', message: aggregated(errors) }
  const preferred = preferredNodeAffinity.filter(scores)
  const terms = [...added.filter(scores), ...preferred]
  return scoring(new PreferredScorer(cluster.nodes, terms))
}

class PreferredScorer extends StaticScorer implements NodeScorer {
  readonly normalize = normalizeByMax
  readonly mayLeaveRange: boolean

  constructor(nodes: Nodes, terms: readonly PreferredTerm[]) {
    super(weightSums(nodes, terms))
    this.mayLeaveRange = terms.some(({ weight }) => weight < 0)
  }
}

/** By node: the weights of the terms that it meets. */
export function weightSums(nodes: Nodes, terms: readonly PreferredTerm[]): Float64Array {
  const sums = new Float64Array(nodes.count)
  for (const { term, weight } of terms) {
    const match = matchNodeSelectorTerm(term, nodes)
    for (let node = 0; node < nodes.count; node++) sums[node] += match[node] * weight
  }
  return sums
}

/** `valueStyle`: of the values in messages about malformed terms. */
export function nodeAffinityPlugin(valueStyle: ValueStyle): PluginRegistration {
  return {
    name: 'NodeAffinity',
    summary:
      "Admits nodes that match the pod's nodeSelector and node affinity, and prefers those it prefers.",
    points: ['preFilter', 'filter', 'preScore', 'score'],
    weight: 2,
    implementation: withArgs({ defaults: null, read: readNodeAffinityArgs }, (added) =>
      nodeAffinity(added, valueStyle),
    ),
  }
}
