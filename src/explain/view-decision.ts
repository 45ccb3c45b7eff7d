import type { Decision } from '../scheduler/decision.ts'
import type { Nodes } from '../snapshot/nodes/nodes.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { referTo } from '../snapshot/pods/pod-reference.ts'
import type { BindingView, DecisionView, Explain } from './decision-view.ts'
import { viewClaims } from './view-claims.ts'
import { viewFilter, viewFilterSummary } from './view-filter.ts'
import { viewPreemption } from './view-preemption.ts'
import { viewScores, viewTied } from './view-scores.ts'

const SUMMARY_SCORES = 10

/** Makes a decision readable: rows become names, verdicts become reasons and numbers. */
export function viewDecision(
  decision: Decision,
  nodes: Nodes,
  explain: Explain,
  nowMs: number | null,
): DecisionView {
  const { pod, outcome, node, message } = decision
  const name = node < 0 ? decision.assignedTo : (nodes.names[node] ?? null)
  const preemption = viewPreemption(decision.preemption, nodes, nowMs, explain === 'full')
  const answer = {
    pod: referTo(pod),
    ...(decision.group === undefined ? {} : { group: decision.group }),
    outcome,
    node: name,
    binding: outcome === 'scheduled' && name !== null ? bind(pod, name) : null,
    message: message === '' ? null : message,
    nominatedNode: nominatedNode(decision, nodes),
    ...viewClaims(decision),
    ...(decision.unknown.length > 0 ? { unknown: decision.unknown } : {}),
  }
  if (explain === 'decision') return { ...answer, preemption }
  const isJudged =
    outcome !== 'notResponsible' && outcome !== 'alreadyAssigned' && outcome !== 'terminating'
  const isFull = explain === 'full'
  const filter = isFull ? viewFilter(decision, nodes) : viewFilterSummary(decision)
  return {
    ...answer,
    filter: isJudged ? filter : null,
    scores: viewScores(decision, nodes, isFull ? nodes.count : SUMMARY_SCORES),
    tied: viewTied(decision, nodes),
    preemption,
  }
}

/** The node to which its group, or its own preemption, nominates the pod. */
function nominatedNode({ nominatedTo, preemption }: Decision, nodes: Nodes): string | null {
  return nodes.names[nominatedTo ?? preemption?.node ?? -1] ?? null
}

function bind(pod: Pod, name: string): BindingView {
  const target = { apiVersion: 'v1', kind: 'Node', name } as const
  return { apiVersion: 'v1', kind: 'Binding', metadata: referTo(pod), target }
}
