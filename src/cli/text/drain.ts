import type * as z from 'zod'
import type { DrainResponse } from '../../../schemas/around/drain-response.ts'
import { countOf } from './counts.ts'
import { NodeNames } from './node-names.ts'
import { hang, type Page } from './page.ts'
import { secondsText } from './seconds.ts'
import { type Cell, type Column, tableLines } from './table.ts'

type Drain = z.output<typeof DrainResponse>
type Move = Drain['waves'][number]['moves'][number]

/** A plan for people: what becomes of each node, wave by wave where its pods go, and what is in the way. */
export function* drainLines(drain: Drain, isWide: boolean, given: Page): Generator<string> {
  const page = isWide ? { ...given, columns: Number.POSITIVE_INFINITY } : given
  const names = new NodeNames(isWide ? [] : nodesOf(drain))
  yield* section(
    NODE_COLUMNS,
    drain.nodes.map((node) => nodeRow(node, names)),
    page,
  )
  yield* section(POD_COLUMNS, podRows(drain, names), page)
  yield* consolidationLines(drain, names, page)
  yield* hang('', summaryOf(drain), page.columns)
  if (names.commonEnd !== '') yield page.paint('dim', `nodes are named without ${names.commonEnd}`)
}

/** A table and an empty line, or nothing where there is nothing. */
function* section(
  columns: readonly Column[],
  rows: readonly Cell[][],
  page: Page,
): Generator<string> {
  if (rows.length === 0) return
  yield* tableLines(columns, rows, page)
  yield ''
}

function nodesOf({ nodes, waves, consolidation }: Drain): string[] {
  const places = waves.flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from, to?.node]))
  const kept = consolidation?.kept.map(({ node }) => node) ?? []
  const all = [...nodes.map(({ node }) => node), ...places, ...kept]
  return [...new Set(all.flatMap((node) => node ?? []))]
}

const NODE_COLUMNS: readonly Column[] = [
  { title: 'NODE', yields: 'middle' },
  { title: 'RESULT' },
  { title: 'EVICTED', align: 'right' },
  { title: 'STAY', align: 'right' },
]

function nodeRow(
  { node, outcome, evicted, stays }: Drain['nodes'][number],
  names: NodeNames,
): Cell[] {
  const isEmptied = outcome === 'emptied'
  const result: Cell = {
    text: `${isEmptied ? '✓' : '✗'} ${outcome}`,
    tone: isEmptied ? 'good' : 'bad',
  }
  return [names.short(node), result, String(evicted), String(stays)]
}

const POD_COLUMNS: readonly Column[] = [
  { title: 'WAVE', align: 'right' },
  { title: 'POD', yields: 'middle' },
  { title: 'FROM', yields: 'middle' },
  { title: 'GOES TO', yields: 'middle' },
  { title: 'NOTE', yields: 'below' },
]

/** Every pod that must go, in this order, then those that do not. */
function podRows({ waves, refused, stuck, stays }: Drain, names: NodeNames): Cell[][] {
  const moves = waves.flatMap((wave, index) =>
    wave.moves.map((move) => [String(index + 1), ...moveCells(move, names)]),
  )
  const held = (what: Cell, pods: readonly Held[]) =>
    pods.map(({ pod, node, because }) => ['', textOf(pod), names.short(node), what, because])
  return [
    ...moves,
    ...held({ text: '✗ not drained', tone: 'bad' }, refused),
    ...held({ text: '✗ stuck', tone: 'bad' }, stuck),
    ...held({ text: '• stays', tone: 'dim' }, stays),
  ]
}

function moveCells({ pod, from, displaced, to, notJudged }: Move, names: NodeNames): Cell[] {
  const cells = [textOf(pod), names.short(from)]
  const notes = displaced ? ['displaced'] : []
  if (notJudged !== null) {
    return [...cells, { text: '? unknown', tone: 'warning' }, [...notes, notJudged].join('; ')]
  }
  if (to === null)
    return [...cells, { text: '✗ gone', tone: 'bad' }, [...notes, 'for good'].join('; ')]
  if (to.node === null) {
    const why = to.causes[0]?.text ?? to.message ?? to.outcome
    return [...cells, { text: '✗ none', tone: 'bad' }, [...notes, why].join('; ')]
  }
  const cost = to.displaces.length === 0 ? [] : [`displaces ${to.displaces.map(textOf).join(', ')}`]
  return [...cells, names.short(to.node), [...notes, ...cost].join('; ')]
}

const KEPT_COLUMNS: readonly Column[] = [
  { title: 'KEPT', yields: 'middle' },
  { title: 'BECAUSE', yields: 'below' },
]

function* consolidationLines(
  { consolidation }: Drain,
  names: NodeNames,
  page: Page,
): Generator<string> {
  if (consolidation === null) return
  const { emptied, atMost, kept } = consolidation
  yield* section(
    KEPT_COLUMNS,
    kept.map(({ node, because }) => [names.short(node), because]),
    page,
  )
  const proof =
    emptied === atMost
      ? 'No plan empties more.'
      : `No plan empties more than ${atMost}; whether one empties more than ${emptied} is not known.`
  yield* hang('', proof, page.columns)
  yield ''
}

interface Named {
  readonly namespace: string
  readonly name: string
}

interface Held {
  readonly pod: Named
  readonly node: string
  readonly because: string
}

function summaryOf({ summary, nodes, waves }: Drain): string {
  const { emptied, moved, pending, lost, notJudged, displaced } = summary
  const also = [
    [pending, 'without a node'],
    [lost, 'gone for good'],
    [notJudged, 'not judged'],
    [displaced, 'of them displaced'],
  ] as const
  const rest = also.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const pods = [`${countOf(moved, 'pod')} moved`, ...rest].join(', ')
  const seconds = waves.reduce((sum, { takesSeconds }) => sum + takesSeconds, 0)
  const time =
    waves.length === 0 ? [] : [`${countOf(waves.length, 'wave')}, ${secondsText(seconds)}`]
  return [`${emptied} of ${countOf(nodes.length, 'node')} emptied`, pods, ...time].join(' · ')
}

function textOf({ namespace, name }: Named): string {
  return `${namespace}/${name}`
}
