import type { DecisionView } from '../../explain/decision-view.ts'
import { milliOf } from '../../explain/why/amount.ts'
import { type Cause, rankCauses } from '../../explain/why/causes.ts'
import { describeFacts } from '../../explain/why/describe-cause.ts'
import { askEveryFilter, detailsOf, type NodeVerdict } from '../../explain/why/every-filter.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { FilterResult } from '../../scheduler/filter/filter-result.ts'
import type { Detail } from '../../scheduler/framework/detail.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import { amountText, resourceName } from '../amounts.ts'

/** What somebody must know first, in one sentence with the numbers in it. */
export function headlineOf(
  decision: Decision,
  view: DecisionView,
  causes: readonly Cause[],
  verdicts: readonly NodeVerdict[],
): string {
  if (decision.outcome === 'scheduled') return placement(view, decision)
  const { message, preFilter } = decision
  if (decision.outcome === 'unknown') {
    return sentence(
      decision.unknown.map(({ why, plugin }) => `${why}, which ${plugin} reads`).join('; '),
    )
  }
  if (decision.outcome === 'gated') return sentence(message)
  if (preFilter !== null) {
    return `${preFilter.plugin} refuses it as such: ${preFilter.reasons.join(', ')}.`
  }
  return sentence(causeInWords(decision, causes, verdicts))
}

function causeInWords(
  { filter, message }: Decision,
  [dominant]: readonly Cause[],
  verdicts: readonly NodeVerdict[],
): string {
  if (dominant === undefined) return message
  const facts = filter === null ? '' : factsBehind(dominant, verdicts, filter)
  return (facts === '' ? dominant.text : facts).replace(LEAD, '$1')
}

function placement(
  { node, tied = [] }: DecisionView,
  { filter, scores, node: row }: Decision,
): string {
  const feasible = filter?.search.feasible.length ?? 0
  const points = scores === null ? '' : ` with ${scores.total[row]} points`
  if (feasible === 1) return `Only ${node} can take it.`
  if (tied.length > 1)
    return `Any of ${tied.length} nodes, tied${points}; ${node} by the tie-break.`
  return `${node}${points}, the best of ${feasible} nodes that can take it.`
}

/** Facts repeat from node to node; amounts must be seen on all of them. */
const NODES_MAX = 200

function factsBehind(cause: Cause, verdicts: readonly NodeVerdict[], filter: FilterResult): string {
  const nodes = verdicts.flatMap(({ rejectedBy }, node) =>
    rejectedBy.some(
      ({ plugin, reasons }) => plugin === cause.plugin && reasons.includes(cause.reason),
    )
      ? [node]
      : [],
  )
  const look = (rows: readonly number[]) =>
    detailsOf(filter, cause.plugin, rows).filter(
      ({ reason }) => (reason ?? cause.reason) === cause.reason,
    )
  const [first] = look(nodes.slice(0, 1))
  return first?.kind === 'resource'
    ? shortage(first.resource, look(nodes), cause.nodes === verdicts.length)
    : describeFacts(look(nodes.slice(0, NODES_MAX)))
}

function shortage(resource: string, details: readonly Detail[], isEverywhere: boolean): string {
  let [asked, most, largest] = [0, 0, 0]
  for (const detail of details) {
    if (detail.kind !== 'resource') continue
    asked = milliOf(detail.requested) / 1000
    most = Math.max(most, milliOf(detail.free) / 1000)
    largest = Math.max(largest, milliOf(detail.allocatable) / 1000)
  }
  const amount = (value: number) => amountText(resource, value)
  const asks = `asks for ${amount(asked)} ${resourceName(resource)}`
  const where = isEverywhere ? 'any node' : 'the nodes that are left'
  if (largest === 0)
    return `${asks}, of which ${isEverywhere ? 'no node' : 'none that is left'} has any`
  const free = `${asks}; the most free on ${where} is ${amount(most)}`
  return asked > largest ? `${free}, and the largest has ${amount(largest)} in all` : free
}

const LEAD = /^it (asks|does not|keeps|wants)/

function sentence(text: string): string {
  const said = text.trim()
  const capital = said.charAt(0).toUpperCase() + said.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

/** For a list: where it goes, or what is in the way of most nodes. */
export function inAFewWords(decision: Decision, nodes: Nodes): string {
  const { outcome, unknown, preFilter, filter, message } = decision
  if (outcome === 'scheduled') return nodes.names[decision.node] ?? ''
  if (outcome === 'unknown') return unknown[0]?.why ?? ''
  if (preFilter !== null) return preFilter.reasons.join(', ')
  if (filter === null) return message
  const verdicts = askEveryFilter(filter, decision, nodes, 'reasons')
  return causeInWords(decision, rankCauses(verdicts), verdicts)
}
