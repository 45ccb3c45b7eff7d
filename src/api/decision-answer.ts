import type { DecisionOptions } from '../../schemas/decision-request.ts'
import { referTo } from '../explain/refer-to.ts'
import { viewDecision } from '../explain/view-decision.ts'
import type { Decision } from '../scheduler/decision.ts'
import type { PodToDecide } from '../snapshot/builder.ts'
import type { Cluster, NotEvaluated } from '../snapshot/cluster.ts'

/** Everything that one answer is made from. */
export interface Run {
  readonly digest: string
  readonly profile: string
  readonly cluster: Cluster
  readonly pods: readonly PodToDecide[]
  /** Each is read before the next is made. */
  readonly decisions: Iterable<Decision>
  readonly options: Pick<DecisionOptions, 'explain' | 'startIndex' | 'roundRobin'>
  readonly nowMs: number | null
  /** What the configuration names and Berth does not run. */
  readonly notEvaluated: readonly NotEvaluated[]
}

/**
 * The answer of POST /v1/decisions as text, decision by decision. What could not be evaluated is
 * known only when the last pod is decided, so `input` comes after the decisions.
 */
export function* answerParts(run: Run): Generator<string> {
  const { cluster, profile } = run
  const runningPods = cluster.pods.podCount.reduce((sum, count) => sum + count, 0)
  let next = { startIndex: run.options.startIndex, roundRobin: run.options.roundRobin }
  yield `{"id":${JSON.stringify(decisionId(run.digest))},"profile":${JSON.stringify(profile)},`
  yield '"decisions":['
  let separator = ''
  for (const decision of run.decisions) {
    next = { startIndex: decision.nextStartIndex, roundRobin: decision.nextRoundRobin }
    const view = viewDecision(decision, cluster.nodes, run.options.explain, run.nowMs)
    yield separator + JSON.stringify(view)
    separator = ','
  }
  const input = {
    digest: run.digest,
    nodes: cluster.nodes.count,
    pods: runningPods,
    notEvaluated: [...run.notEvaluated, ...cluster.notEvaluated()],
    defaulted: run.pods.flatMap(describeDefaults),
  }
  yield `],"input":${JSON.stringify(input)},"next":${JSON.stringify(next)}}`
}

/** The same request has the same id; 128 bits of its digest. */
export function decisionId(digest: string): string {
  return `d-${digest.slice('sha256:'.length).slice(0, 32)}`
}

function describeDefaults({ pod, defaulted }: PodToDecide) {
  return defaulted.map(({ pointer, value }) => ({ pod: referTo(pod), pointer, value }))
}
