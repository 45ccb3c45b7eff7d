import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import { firstUntolerated, isTolerated, type Taint } from '../../snapshot/nodes/taint.ts'
import type { PodSignature } from '../../snapshot/pods/pod-signature.ts'
import type { QueuePreFilter } from '../framework/extension-points.ts'
import { normalizeReversed, SCORE_MAX } from '../framework/normalize.ts'
import {
  filtering,
  type NodeScorer,
  type Plugin,
  READS_NO_IDENTITY,
  scoring,
} from '../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../framework/plugin-registration.ts'
import { StaticFilter } from '../framework/static-filter.ts'
import { StaticScorer, zeroColumn } from '../framework/static-scorer.ts'

/** What the reason says: which taint it is that the pod does not tolerate first, or that there is any. */
export type TaintReason = 'first-taint' | 'any-taint'

const REASONS: { readonly [reason in TaintReason]: (taint: Taint) => string } = {
  'first-taint': ({ key, value }) => `node(s) had untolerated taint {${key}: ${value}}`,
  'any-taint': () => 'node(s) had untolerated taint(s)',
}

/** Keeps pods off nodes whose hard taints they do not tolerate, and prefers nodes with few soft ones. */
function taintToleration(reason: TaintReason): Plugin {
  return {
    name: 'TaintToleration',
    readsOfIdentity: READS_NO_IDENTITY,
    followsRequests: true,
    prepareFilter({ cluster: { nodes }, pod, statuses }) {
      // Many nodes share a taint set, so each distinct set is judged once.
      const untolerated = nodes.taintSets.map((taints) =>
        firstUntolerated(taints, pod.signature.tolerations),
      )
      const verdicts = untolerated.map((taint) =>
        taint === null ? 0 : statuses.id('UnschedulableAndUnresolvable', REASONS[reason](taint)),
      )
      return filtering(
        new StaticFilter(nodes.taintSetId, verdicts, (node) => {
          const taint = untolerated[nodes.taintSetId[node]]
          return taint === null ? [] : [{ kind: 'taint', taint }]
        }),
      )
    },
    prepareScore: ({ cluster: { nodes }, pod }) =>
      scoring(new SoftTaintScorer(intolerableTaints(nodes, pod.signature))),
  }
}

/** By node: how many of its PreferNoSchedule taints the pod does not tolerate. */
export function intolerableTaints(nodes: Nodes, pod: PodSignature): Float64Array {
  const soft = pod.tolerations.filter(
    ({ effect }) => effect === '' || effect === 'PreferNoSchedule',
  )
  const isIntolerable = (taint: Taint) =>
    taint.effect === 'PreferNoSchedule' && !isTolerated(soft, taint)
  const countOfSet = nodes.taintSets.map((taints) => taints.filter(isIntolerable).length)
  if (countOfSet.every((count) => count === 0)) return zeroColumn(nodes.count)
  const counts = new Float64Array(nodes.count)
  for (let node = 0; node < counts.length; node++) counts[node] = countOfSet[nodes.taintSetId[node]]
  return counts
}

class SoftTaintScorer extends StaticScorer implements NodeScorer {
  readonly normalize = normalizeReversed

  constructor(counts: Float64Array) {
    const hasNone = counts === zeroColumn(counts.length)
    super(counts, hasNone ? SCORE_MAX : undefined)
  }
}

export interface TaintTolerationRules extends QueuePreFilter {
  readonly reason: TaintReason
}

export function taintTolerationPlugin(rules: TaintTolerationRules): PluginRegistration {
  const { hasPreFilter, reason } = rules
  return {
    name: 'TaintToleration',
    summary:
      'Refuses nodes whose hard taints the pod does not tolerate; prefers those with the fewest soft ones.',
    notes: [NOTES[reason]],
    points: [...(hasPreFilter ? (['preFilter'] as const) : []), 'filter', 'preScore', 'score'],
    weight: 3,
    missingState: {
      score: 'failed to read "PreScoreTaintToleration" from cycleState: not found',
    },
    implementation: withoutArgs(taintToleration(reason)),
  }
}

const NOTES: { readonly [reason in TaintReason]: string } = {
  'first-taint': 'TaintToleration names the first taint that the pod does not tolerate',
  'any-taint': 'TaintToleration names no taint',
}
