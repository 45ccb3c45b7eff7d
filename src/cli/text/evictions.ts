import type * as z from 'zod'
import type { EvictionResponse } from '../../../schemas/around/eviction-response.ts'
import { countOf } from './counts.ts'
import { groupBy } from './group-by.ts'
import { NodeNames } from './node-names.ts'
import { hang, type Page } from './page.ts'
import { secondsText } from './seconds.ts'
import { type Cell, type Column, tableLines } from './table.ts'

type Evictions = z.output<typeof EvictionResponse>

/** Who is evicted when and why, what was done to nodes, and who stays. */
export function* evictionLines(answer: Evictions, isWide: boolean, given: Page): Generator<string> {
  const page = isWide ? { ...given, columns: Number.POSITIVE_INFINITY } : given
  const names = new NodeNames(isWide ? [] : nodesOf(answer))
  if (answer.taints.length > 0) {
    yield* tableLines(TAINT_COLUMNS, taintRows(answer, names), page)
    yield ''
  }
  if (answer.evictions.length > 0) {
    yield* tableLines(
      EVICTION_COLUMNS,
      answer.evictions.map((one) => evictionRow(one, names)),
      page,
    )
    yield ''
  }
  if (answer.stays.length > 0) {
    yield* tableLines(STAY_COLUMNS, stayRows(answer, names), page)
    yield ''
  }
  yield* hang('', totalText(answer), page.columns)
  for (const { message } of answer.notices) yield* hang('  ', message, page.columns)
  if (answer.cutOffAt !== null) {
    yield `Given up at ${secondsText(answer.cutOffAt)}: too much happens.`
  }
}

function nodesOf({ evictions, taints, stays }: Evictions): string[] {
  return [...new Set([...evictions, ...taints, ...stays].map(({ node }) => node))]
}

const TAINT_COLUMNS: readonly Column[] = [
  { title: 'AT', align: 'right' },
  { title: 'NODE', yields: 'middle' },
  { title: 'TAINT', yields: 'middle' },
  { title: 'BECAUSE', yields: 'below' },
]

function taintRows({ taints }: Evictions, names: NodeNames): Cell[][] {
  return taints.map(({ at, node, op, taint, because }) => [
    secondsText(at),
    names.short(node),
    `${op === 'remove' ? '-' : '+'} ${taintText(taint)}`,
    because,
  ])
}

function taintText({ key, value = '', effect }: Evictions['taints'][number]['taint']): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`
}

const EVICTION_COLUMNS: readonly Column[] = [
  { title: 'EVICTED', align: 'right' },
  { title: 'POD', yields: 'middle' },
  { title: 'NODE', yields: 'middle' },
  { title: 'TAINT', yields: 'middle' },
  { title: 'GONE BY' },
  { title: 'MADE ANEW BY', yields: 'middle' },
]

function evictionRow(
  { at, pod, node, taint, freeBy, waitsFor, recreatedBy }: Evictions['evictions'][number],
  names: NodeNames,
): Cell[] {
  const again =
    recreatedBy === null
      ? ({ text: 'nobody', tone: 'bad' } as const)
      : `${recreatedBy.kind} ${recreatedBy.name}`
  return [
    secondsText(at),
    `${pod.namespace}/${pod.name}`,
    names.short(node),
    taintText(taint),
    freeBy === null ? `? (${waitsFor ?? 'not known'})` : secondsText(freeBy),
    again,
  ]
}

const STAY_COLUMNS: readonly Column[] = [
  { title: 'STAYS', yields: 'middle' },
  { title: 'NODE', yields: 'middle' },
  { title: 'BECAUSE', yields: 'below' },
  { title: 'DUE', align: 'right' },
]

function stayRows({ stays }: Evictions, names: NodeNames): Cell[][] {
  return stays.map(({ pod, node, because, dueAt }) => [
    `${pod.namespace}/${pod.name}`,
    names.short(node),
    because,
    dueAt === null ? '' : secondsText(dueAt),
  ])
}

function totalText({ evictions, stays, untouched, until, now, release }: Evictions): string {
  const lost = evictions.filter(({ recreatedBy }) => recreatedBy === null).length
  const nodes = groupBy(evictions, ({ node }) => node).size
  const where = evictions.length === 0 ? '' : ` from ${countOf(nodes, 'node')}`
  const parts = [
    `${countOf(evictions.length, 'pod')} evicted${where}`,
    ...(lost > 0 ? [`${lost} for good`] : []),
    ...(stays.length > 0 ? [`${stays.length} ${stays.length === 1 ? 'stays' : 'stay'}`] : []),
    `${untouched} untouched`,
  ]
  return [parts.join(', '), `${secondsText(until)} from ${now}`, `Kubernetes ${release}`].join(
    ' · ',
  )
}
