import type { NodeVerdict } from '../../explain/why/every-filter.ts'
import type { Capacity } from '../../use-cases/capacity/capacity.ts'
import type { NodeLabels } from '../node-labels.ts'
import { bytesText, isInBytes } from './amounts.ts'
import { countOf, firstFew } from './counts.ts'
import { groupBy } from './group-by.ts'
import { NodeNames } from './node-names.ts'
import { hang, markedLines, type Page } from './page.ts'
import { type Cell, type Column, tableLines } from './table.ts'

export interface CapacityText {
  readonly answer: Capacity
  /** What to tell nodes apart by; null: by what stops the next copy. */
  readonly labels: NodeLabels | null
  readonly wanted: string | undefined
  /** Every node on its own line. */
  readonly isWide: boolean
}

const REASONS_SHOWN = 3

/** How many more copies fit, where, what stops the next, and what it takes for more. */
export function* capacityLines(text: CapacityText, page: Page): Generator<string> {
  const { answer } = text
  yield* titleLines(text, page)
  const { stoppedBy } = answer
  if (stoppedBy !== null) {
    yield ''
    yield* nodeTable(text, stoppedBy.nodes, page)
    for (const { why } of stoppedBy.unknown ?? []) yield* hang('  ', why, page.columns)
  }
  if (answer.resources.length > 0) {
    yield ''
    yield* tableLines(RESOURCE_COLUMNS, answer.resources.map(resourceRow), page)
  }
  if (answer.additions !== null && answer.additions.length > 0) {
    yield ''
    yield* tableLines(ADDITION_COLUMNS, answer.additions.map(additionRow), page)
  }
}

function* titleLines({ answer, wanted }: CapacityText, page: Page): Generator<string> {
  const { fits, isMore, placements, stoppedBy, profile } = answer
  const isUnknown = stoppedBy?.outcome === 'unknown'
  const isEnough = fits >= Number(wanted ?? 1)
  const count = `${fits}${isMore ? ' and more' : ''}${wanted === undefined ? '' : ` of ${wanted}`}`
  const where = placements.length === 0 ? '' : ` on ${countOf(placements.length, 'node')}`
  const rest = isUnknown ? '; of the next it cannot be told' : ''
  const sentence = `${count} more ${fits === 1 ? 'fits' : 'fit'}${where}${rest} · ${profile}`
  if (isEnough) yield* markedLines('good', '✓', sentence, page)
  else yield* markedLines(isUnknown ? 'warning' : 'bad', isUnknown ? '?' : '✗', sentence, page)
}

interface NodeCapacity {
  readonly node: string
  readonly pods: number
  readonly label: string
  readonly limit: string
}

function* nodeTable(
  { answer, labels, isWide }: CapacityText,
  verdicts: readonly NodeVerdict[],
  page: Page,
): Generator<string> {
  const podsOn = new Map(answer.placements.map(({ node, pods }) => [node, pods]))
  const reasons = (answer.stoppedBy?.causes ?? []).map(({ reason }) => reason)
  const names = new NodeNames(isWide ? [] : verdicts.map(({ node }) => node))
  const nodes = verdicts.map(
    (verdict): NodeCapacity => ({
      node: names.short(verdict.node),
      pods: podsOn.get(verdict.node) ?? 0,
      label: labels?.byNode.get(verdict.node) ?? '',
      limit: limitOf(verdict, reasons),
    }),
  )
  if (isWide) return yield* tableLines(NODE_COLUMNS, nodes.map(nodeRow), page)
  const groups = groupBy(nodes, ({ label, limit }) => (labels === null ? limit : label))
  const rows = [...groups.values()]
    .map((group) => ({ group, pods: sum(group) }))
    .sort((a, b) => b.pods - a.pods)
  const isTotalled = labels !== null && rows.length > 1
  const title = labels === null ? '' : labels.label.toUpperCase()
  const columns = [{ title, yields: 'middle' } as const, ...GROUP_COLUMNS]
  yield* tableLines(
    columns,
    [
      ...rows.map(({ group }) => groupRow(labels === null ? '' : group[0]?.label || '-', group)),
      ...(isTotalled ? [groupRow('all', nodes)] : []),
    ],
    page,
  )
}

/** The one that weighs most of the reasons against another copy on a node. */
function limitOf({ rejectedBy, unknownTo }: NodeVerdict, ranked: readonly string[]): string {
  const own = new Set(rejectedBy.flatMap(({ reasons }) => reasons))
  return ranked.find((reason) => own.has(reason)) ?? (unknownTo.length > 0 ? 'not seen' : '')
}

function sum(nodes: readonly NodeCapacity[]): number {
  return nodes.reduce((all, { pods }) => all + pods, 0)
}

const GROUP_COLUMNS: readonly Column[] = [
  { title: 'PODS', align: 'right' },
  { title: 'NODES', align: 'right' },
  { title: 'LIMITED BY', yields: 'below' },
]

function groupRow(title: string, nodes: readonly NodeCapacity[]): Cell[] {
  const limits = [...groupBy(nodes, ({ limit }) => limit)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([limit, { length }]) => (length === nodes.length ? limit : `${length} ${limit}`))
  return [title, String(sum(nodes)), String(nodes.length), firstFew(limits, REASONS_SHOWN)]
}

const NODE_COLUMNS: readonly Column[] = [
  { title: 'NODE' },
  { title: 'PODS', align: 'right' },
  { title: 'LABEL' },
  { title: 'LIMITED BY' },
]

function nodeRow({ node, pods, label, limit }: NodeCapacity): Cell[] {
  return [node, String(pods), label, limit]
}

const RESOURCE_COLUMNS: readonly Column[] = [
  { title: 'RESOURCE' },
  { title: 'FREE', align: 'right' },
  { title: 'PLACED', align: 'right' },
  { title: 'STRANDED', align: 'right' },
]

/** What is stranded is free, and of no use for another copy. */
function resourceRow({
  resource,
  freeBefore,
  placed,
  stranded,
}: Capacity['resources'][number]): Cell[] {
  const write = (amount: number) => {
    if (isInBytes(resource)) return bytesText(amount)
    return String(resource === 'cpu' ? amount / 1000 : amount)
  }
  return [resource, write(freeBefore), write(placed), write(stranded)]
}

const ADDITION_COLUMNS: readonly Column[] = [
  { title: 'TEMPLATE', yields: 'middle' },
  { title: 'NODES TO ADD', align: 'right' },
  { title: 'PRICE', align: 'right' },
]

function additionRow({
  template,
  nodes,
  price,
}: NonNullable<Capacity['additions']>[number]): Cell[] {
  return [template, nodes === null ? 'no number does' : String(nodes), String(price ?? '')]
}
