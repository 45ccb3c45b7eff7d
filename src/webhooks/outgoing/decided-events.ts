import { viewFilterSummary } from '../../explain/view-filter.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import { referTo } from '../../snapshot/pods/pod-reference.ts'
import { proposalOf } from '../../use-cases/decisions/proposed-preemption.ts'
import type { EventType } from './settings.ts'

/** What is told of one request, before it has an id and a time. */
export interface WebhookEvent {
  readonly type: EventType
  readonly decidedBy: DecidedBy
  /** One of each pod. */
  readonly pods: readonly object[]
}

/** The answer that the pods are of. */
export interface DecidedBy {
  readonly decisionId: string
  readonly requestId: string
  readonly digest: string
  readonly profile: string
  readonly cluster: string | null
  /** Edits came before it: it is of a cluster that is not. */
  readonly whatIf: boolean
}

/** Pods in one message. */
const PODS_MAX = 500

/** Gathers what is to be told of decisions while they are read. */
export class DecidedEvents {
  private readonly types: ReadonlySet<EventType>
  private readonly nodes: Nodes
  private readonly pods = new Map<EventType, object[]>()

  constructor(types: ReadonlySet<EventType>, nodes: Nodes) {
    this.types = types
    this.nodes = nodes
  }

  /** While the decision holds. */
  add(decision: Decision): void {
    if (this.types.has('decisions')) this.tellDecision(decision)
    if (this.types.has('preemptions')) this.tellPreemption(decision)
    // All nodes are looked at for it.
    if (this.types.has('unschedulable')) this.tellUnschedulable(decision)
  }

  /** Many pods are told of in several messages. */
  events(decidedBy: DecidedBy): WebhookEvent[] {
    return [...this.pods].flatMap(([type, pods]) =>
      Array.from({ length: Math.ceil(pods.length / PODS_MAX) }, (_, part) => ({
        type,
        decidedBy,
        pods: pods.slice(part * PODS_MAX, (part + 1) * PODS_MAX),
      })),
    )
  }

  private tellDecision({ pod, outcome, node, assignedTo }: Decision): void {
    const name = node < 0 ? assignedTo : (this.nodes.names[node] ?? null)
    this.tell('decisions', { pod: referTo(pod), outcome, node: name })
  }

  private tellPreemption(decision: Decision): void {
    // Which pod of the request it is says nothing here.
    const proposal = proposalOf(decision, 0, this.nodes)
    if (proposal === null) return
    const { preemptor, node, victims } = proposal
    this.tell('preemptions', { pod: preemptor, node, victims })
  }

  private tellUnschedulable(decision: Decision): void {
    const { pod, outcome, message } = decision
    if (outcome !== 'unschedulable') return
    const { summary, preFilter } = viewFilterSummary(decision)
    const reasons = preFilter === null ? summary : [{ ...preFilter, nodes: this.nodes.count }]
    this.tell('unschedulable', { pod: referTo(pod), message, reasons })
  }

  private tell(type: EventType, pod: object): void {
    const known = this.pods.get(type)
    if (known === undefined) this.pods.set(type, [pod])
    else known.push(pod)
  }
}
