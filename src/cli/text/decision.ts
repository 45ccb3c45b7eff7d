import type { DecisionView, FilterSummary, FilterView } from '../../explain/decision-view.ts'
import type { Outcome } from '../../scheduler/decision.ts'
import { countOf, firstFew } from './counts.ts'
import type { NodeNames } from './node-names.ts'
import { hang, type Page, type Tone } from './page.ts'
import { placementLines } from './placement.ts'
import { preemptionLines } from './preemption.ts'
import { rejectionLines } from './rejections.ts'
import { unknownLines } from './unknown.ts'

/** The answer for one pod in two parts: pods with the same body can be told together. */
export interface DecisionText {
  readonly pod: string
  readonly outcome: Outcome
  /** What became of the pod, to be read after its name. */
  readonly verdict: string
  readonly body: readonly string[]
}

export function tellDecision(decision: DecisionView, names: NodeNames, page: Page): DecisionText {
  const { pod, outcome, filter } = decision
  return {
    pod: `${pod.namespace}/${pod.name}`,
    outcome,
    verdict: verdictOf(decision, names),
    body: [
      ...messageLines(decision, page),
      ...unknownLines(decision, page),
      ...(outcome === 'scheduled' ? choiceLines(decision, names, page) : []),
      ...(filter && outcome !== 'scheduled' && outcome !== 'gated'
        ? rejectionLines(filter, names, page)
        : []),
      ...(decision.preemption === null ? [] : preemptionLines(decision.preemption, names, page)),
    ],
  }
}

function verdictOf({ outcome, node, preemption, tied }: DecisionView, names: NodeNames): string {
  switch (outcome) {
    case 'scheduled':
      return `goes to ${choiceOf(names.short(node ?? ''), tied)}`
    case 'unschedulable':
      return preemption?.node ? 'no node fits unless others go' : 'no node fits'
    case 'gated':
      return 'held back before scheduling'
    case 'notResponsible':
      return 'asks for another scheduler'
    case 'alreadyAssigned':
      return `already on ${names.short(node ?? '')}`
    case 'terminating':
      return 'being deleted'
    case 'unknown':
      return 'cannot be told'
    case 'error':
      return 'cannot be decided'
  }
}

/** The real scheduler picks one of those that tie at random. */
export function choiceOf(node: string, tied: readonly string[] = []): string {
  return tied.length > 1 ? `any of ${tied.length} nodes, such as ${node}` : node
}

const MARKS: { readonly [outcome in Outcome]: readonly [string, Tone] } = {
  scheduled: ['✓', 'good'],
  unschedulable: ['✗', 'bad'],
  gated: ['•', 'dim'],
  notResponsible: ['•', 'dim'],
  alreadyAssigned: ['•', 'dim'],
  terminating: ['•', 'dim'],
  unknown: ['?', 'strong'],
  error: ['!', 'bad'],
}

const PODS_SHOWN = 12

/** The line above a body; several pods share it when the same is true of each. */
export function headLines(texts: readonly DecisionText[], { columns, paint }: Page): string[] {
  const [first] = texts
  if (first === undefined) return []
  const [mark, tone] = MARKS[first.outcome]
  const names = texts.map(({ pod }) => pod)
  return hang('  ', `${firstFew(names, PODS_SHOWN)}: ${first.verdict}`, columns).map(
    (line, index) =>
      index === 0
        ? `${paint(tone, mark)} ${paint('strong', line.slice(2))}`
        : paint('strong', line),
  )
}

/** The scheduler's own words. */
function messageLines({ message }: DecisionView, { columns, paint }: Page): string[] {
  if (message === null) return []
  return hang('  ', message, columns).map((line) => paint('dim', line))
}

function choiceLines(decision: DecisionView, names: NodeNames, page: Page): string[] {
  const { filter } = decision
  const lines = placementLines(decision, names, page)
  return filter ? [...hang('  ', choiceText(filter), page.columns), ...lines] : lines
}

function choiceText(filter: FilterView | FilterSummary): string {
  const feasible = 'feasible' in filter ? filter.feasible.length : filter.feasibleNodes
  const reasons = filter.summary.map(({ nodes, reason }) => `${nodes} ${reason}`)
  const text = `${countOf(feasible, 'node')} can take it`
  return reasons.length === 0 ? text : `${text} (others: ${reasons.join(', ')})`
}
