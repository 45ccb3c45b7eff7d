import { type Cause, rankCauses } from '../../explain/why/causes.ts'
import { describeFacts } from '../../explain/why/describe-cause.ts'
import { askEveryFilter, detailsOf, type NodeVerdict } from '../../explain/why/every-filter.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { FilterResult } from '../../scheduler/filter/filter-result.ts'
import type { Detail, DetailOf } from '../../scheduler/framework/detail.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import { amountOf, bytesText, isInBytes } from './amounts.ts'
import { tellDetails } from './details/tell-details.ts'

/** Why a pod fits nowhere, on one line. */
export interface BriefCause {
  /** The dominant one, in the scheduler's own words. */
  readonly reason: string
  readonly text: string
}

/** Facts repeat from node to node; amounts are looked at on all of them. */
const NODES_MAX = 200

/** Causes by pods that are alike, until a decision changes what they are judged by. */
export class BriefCauses {
  private readonly bySignature = new Map<number, BriefCause | null>()

  /** Must be asked for every decision, before the next pod is decided. */
  of(decision: Decision, nodes: Nodes): BriefCause | null {
    const { outcome, preemption, pod, deallocations } = decision
    // A placed pod takes room, and a nomination counts for others.
    const isChange = outcome === 'scheduled' || (preemption?.node ?? -1) >= 0
    if (isChange || deallocations.length > 0) this.bySignature.clear()
    if (outcome !== 'unschedulable') return null
    const { id } = pod.signature
    const known = this.bySignature.get(id)
    if (known !== undefined) return known
    const cause = causeInBrief(decision, nodes)
    if (!isChange) this.bySignature.set(id, cause)
    return cause
  }
}

/**
 * The dominant cause, and where it leaves nodes the dominant one of those. Must be asked before the next
 * pod is decided.
 */
function causeInBrief(decision: Decision, nodes: Nodes): BriefCause | null {
  const { preFilter, filter } = decision
  if (preFilter !== null) {
    const reason = preFilter.reasons.join(', ')
    return { reason, text: reason }
  }
  if (filter === null) return null
  const verdicts = askEveryFilter(filter, decision, nodes, 'reasons')
  const rows = verdicts.map((verdict, row) => ({ row, verdict }))
  const [dominant] = rankCauses(verdicts)
  if (dominant === undefined) return null
  const { reason } = dominant
  const text = textOf(dominant, rows, filter)
  const left = rows.filter(({ verdict }) => !isRejectedBy(verdict, dominant))
  const [next] = rankCauses(left.map(({ verdict }) => verdict))
  if (next === undefined) return { reason, text }
  const where = `${dominant.nodes} of ${rows.length} nodes`
  return { reason, text: `${text}: ${where}; ${textOf(next, left, filter)}: ${next.nodes}` }
}

function isRejectedBy({ rejectedBy }: NodeVerdict, { plugin, reason }: Cause): boolean {
  return rejectedBy.some((one) => one.plugin === plugin && one.reasons.includes(reason))
}

interface NodeRow {
  readonly row: number
  readonly verdict: NodeVerdict
}

/** What is behind a cause on these nodes. */
function textOf(cause: Cause, nodes: readonly NodeRow[], filter: FilterResult): string {
  const refused = nodes.filter(({ verdict }) => isRejectedBy(verdict, cause))
  const look = (some: readonly NodeRow[]) =>
    detailsOf(
      filter,
      cause.plugin,
      some.map(({ row }) => row),
    ).filter(({ reason }) => (reason ?? cause.reason) === cause.reason)
  const [first] = look(refused.slice(0, 1))
  if (first?.kind === 'resource') return shortageText(first.resource, look(refused))
  const details = look(refused.slice(0, NODES_MAX))
  const facts = describeFacts(details)
  if (facts !== '') return facts.replace(LEADS, '')
  const [told] = tellDetails(details.map((detail) => ({ node: '', detail })))
  return told === undefined ? cause.reason : `${cause.reason}: ${told}`
}

/** Whom the facts are about is plain from the line they stand on. */
const LEADS = /\b(it|they are) (?=\w)/g

function shortageText(resource: string, details: readonly Detail[]): string {
  const found = details.filter((one): one is DetailOf<'resource'> => one.kind === 'resource')
  const most = (amounts: readonly (string | number)[]) =>
    amounts.reduce<number>((max, one) => Math.max(max, amountOf(one)), 0)
  const asked = most(found.map(({ requested }) => requested))
  const free = most(found.map((one) => one.free))
  const largest = most(found.map(({ allocatable }) => allocatable))
  const write = isInBytes(resource) ? bytesText : String
  const ask = `${resource}: asks ${write(asked)}`
  if (largest === 0) return `${ask}, no node has any`
  const size = asked > largest ? `, largest node ${write(largest)}` : ''
  return `${ask}, most free ${write(free)}${size}`
}
