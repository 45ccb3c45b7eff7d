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
}

/** Pods in one message. */
const PODS_MAX = 500

/** Gathers what is to be told of decisions while they are read. */
export class DecidedEvents {
  private readonly types: ReadonlySet<EventType>
  private readonly nodes: Nodes
  private readonly pods = new Map<EventType, object[]>()
  private index = 0

  constructor(types: ReadonlySet<EventType>, nodes: Nodes) {
    this.types = types
    this.nodes = nodes
  }

  /** While the decision holds. */
  add(decision: Decision): void {
    const { pod, outcome, node, message } = decision
    const who = { pod: referTo(pod) }
    const name = node < 0 ? decision.assignedTo : (this.nodes.names[node] ?? null)
    this.tell('decisions', { ...who, outcome, node: name })
    const proposal = proposalOf(decision, this.index++, this.nodes)
    if (proposal !== null) {
      const { preemptor, node: nominated, victims } = proposal
      this.tell('preemptions', { pod: preemptor, node: nominated, victims })
    }
    if (outcome !== 'unschedulable') return
    const { summary, preFilter } = viewFilterSummary(decision)
    const reasons = preFilter === null ? summary : [{ ...preFilter, nodes: this.nodes.count }]
    this.tell('unschedulable', { ...who, message, reasons })
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

  private tell(type: EventType, pod: object): void {
    if (!this.types.has(type)) return
    const known = this.pods.get(type)
    if (known === undefined) this.pods.set(type, [pod])
    else known.push(pod)
  }
}
