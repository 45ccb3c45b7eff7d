import type { DecisionView } from '../../explain/decision-view.ts'
import { viewDecision } from '../../explain/view-decision.ts'
import type { Decision, Outcome } from '../../scheduler/decision.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import type { BriefCause, BriefCauses } from './cause-in-brief.ts'
import { countOf, firstFew } from './counts.ts'
import type { NodeNames } from './node-names.ts'
import type { Tone } from './page.ts'

/** What one line of a table tells of a decision; nothing in it holds on to the decision. */
export interface DecisionRow {
  readonly namespace: string
  readonly name: string
  /** Pods with the same value are replicas of each other. */
  readonly likeness: string
  readonly result: Result
  readonly node: string
  readonly why: string
  /** The scheduler's word for what keeps it waiting, to be counted; empty if it does not wait. */
  readonly reason: string
  readonly feasible: string
  readonly score: string
  readonly priority: number
  readonly message: string
}

/** A word for what became of a pod, and its mark. */
export interface Result {
  readonly word: string
  readonly mark: string
  readonly tone: Tone
}

const EVICTS: Result = { word: 'evicts', mark: '✗', tone: 'bad' }

const RESULTS: { readonly [outcome in Outcome]: Result } = {
  scheduled: { word: 'fits', mark: '✓', tone: 'good' },
  unschedulable: { word: 'none', mark: '✗', tone: 'bad' },
  gated: { word: 'held', mark: '•', tone: 'dim' },
  notResponsible: { word: 'other', mark: '•', tone: 'dim' },
  alreadyAssigned: { word: 'runs', mark: '•', tone: 'dim' },
  terminating: { word: 'ends', mark: '•', tone: 'dim' },
  unknown: { word: 'unknown', mark: '?', tone: 'warning' },
  error: { word: 'error', mark: '!', tone: 'bad' },
}

/** Must be made before the next pod is decided: it asks the filters for their numbers. */
export function decisionRow(
  decision: Decision,
  nodes: Nodes,
  names: NodeNames,
  causes: BriefCauses,
): DecisionRow {
  const { pod, outcome, message, filter, scores } = decision
  const { namespace, templateId, controller, priority } = pod.signature
  const view = viewDecision(decision, nodes, 'summary', null)
  const evicts = outcome === 'unschedulable' && view.nominatedNode !== null
  const cause = causes.of(decision, nodes)
  const replicasOf = controller?.uid || controller?.name || stemOf(pod.name)
  return {
    namespace,
    name: pod.name,
    likeness: `${templateId} ${namespace}/${replicasOf}`,
    result: evicts ? EVICTS : RESULTS[outcome],
    node: names.short(view.node ?? view.nominatedNode ?? '-'),
    why: evicts ? victimsText(decision, view) : whyText(decision, view, cause),
    reason: reasonOf(decision, cause),
    feasible: filter === null ? '' : String(filter.search.feasible.length),
    score: outcome === 'scheduled' && scores !== null ? String(scores.total[decision.node]) : '',
    priority,
    message,
  }
}

/** Names of replicas differ after the last hyphen. */
function stemOf(name: string): string {
  const end = name.lastIndexOf('-')
  return end < 0 ? name : name.slice(0, end)
}

function whyText(decision: Decision, view: DecisionView, cause: BriefCause | null): string {
  const { outcome, message, unknown, pod } = decision
  switch (outcome) {
    case 'scheduled':
      return choiceText(decision, view)
    case 'unschedulable':
      return cause?.text ?? message
    case 'unknown':
      return [...new Set(unknown.map(({ why }) => why))].join('; ')
    case 'notResponsible':
      return `asks for scheduler ${pod.signature.schedulerName}`
    default:
      return message
  }
}

/** How free the choice was: which node a tie gives is a matter of chance for the real scheduler. */
function choiceText({ filter }: Decision, { node, tied = [] }: DecisionView): string {
  const feasible = filter?.search.feasible.length ?? 0
  if (feasible === 0) return ''
  if (feasible === 1) return 'the only node'
  const isTied = tied.length > 1 && tied.includes(node ?? '')
  return isTied ? `any of ${tied.length}` : `best of ${feasible}`
}

const VICTIMS_SHOWN = 2

function victimsText({ preemption }: Decision, view: DecisionView): string {
  const victims = view.preemption?.victims ?? []
  const named = victims.map(({ namespace, name }) => `${namespace}/${name}`)
  const others = (preemption?.tiedCandidates ?? 1) - 1
  const tied = others > 0 ? `; ${countOf(others, 'node')} as good` : ''
  return `${countOf(victims.length, 'victim')}: ${firstFew(named, VICTIMS_SHOWN)}${tied}`
}

/** The scheduler's word for what keeps a pod waiting; empty for one that does not wait. */
function reasonOf({ outcome }: Decision, cause: BriefCause | null): string {
  if (outcome === 'unschedulable') return cause?.reason ?? 'no node fits'
  if (outcome === 'gated') return 'scheduling gates'
  return outcome === 'unknown' ? 'not seen' : ''
}
