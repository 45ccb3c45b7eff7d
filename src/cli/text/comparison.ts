import type * as z from 'zod'
import type { ComparisonResponse } from '../../../schemas/decisions/comparison-response.ts'
import { countOf } from './counts.ts'
import { gapLines } from './gaps.ts'
import { NodeNames } from './node-names.ts'
import { hang, type Page, type Tone } from './page.ts'
import { type Cell, type Column, tableLines } from './table.ts'

type Comparison = z.output<typeof ComparisonResponse>
type Difference = Comparison['differences'][number]

/** Which pods fare otherwise on the second side, and what is behind it. */
export function* comparisonLines(
  answer: Comparison,
  isWide: boolean,
  given: Page,
): Generator<string> {
  const page = isWide ? { ...given, columns: Number.POSITIVE_INFINITY } : given
  const { differences, a, b } = answer
  const names = new NodeNames(isWide ? [] : nodesOf(differences))
  const shown = isWide ? differences : differences.filter(isElsewhere)
  if (shown.length > 0) {
    yield* tableLines(
      COLUMNS,
      shown.map((one) => rowOf(one, names)),
      page,
    )
    yield ''
  }
  yield* hang('', totalText(answer), page.columns)
  const sides = a.profile === b.profile ? a.profile : `${a.profile} → ${b.profile}`
  const [before, after] = [countOf(a.input.nodes, 'node'), countOf(b.input.nodes, 'node')]
  yield `${before === after ? before : `${before} → ${after}`} · ${sides}`
  if (names.commonEnd !== '') yield page.paint('dim', `nodes are named without ${names.commonEnd}`)
  yield* gapLines([...answer.a.input.notEvaluated, ...answer.b.input.notEvaluated], page)
}

/** Others are only judged otherwise on the way to the same place. */
function isElsewhere({ changed }: Difference): boolean {
  return changed.some((what) => what === 'outcome' || what === 'node' || what === 'victims')
}

function nodesOf(differences: readonly Difference[]): string[] {
  const nodes = differences.flatMap(({ a, b }) => [
    a?.node,
    b?.node,
    a?.nominatedNode,
    b?.nominatedNode,
  ])
  return [...new Set(nodes.flatMap((node) => node ?? []))]
}

const COLUMNS: readonly Column[] = [
  { title: 'POD', yields: 'middle' },
  { title: 'CHANGE' },
  { title: 'BEFORE', yields: 'middle' },
  { title: 'AFTER', yields: 'middle' },
  { title: 'BECAUSE', yields: 'below' },
]

function rowOf(difference: Difference, names: NodeNames): Cell[] {
  const { pod, a, b } = difference
  const [word, tone] = changeOf(difference)
  return [
    `${pod.namespace}/${pod.name}`,
    { text: word, tone },
    placeText(a, names),
    placeText(b, names),
    becauseText(difference),
  ]
}

function changeOf({ a, b, changed }: Difference): readonly [string, Tone] {
  if (a === null || b === null) return [a === null ? '+ new' : '- gone', 'warning']
  const [hasA, hasB] = [hasPlace(a), hasPlace(b)]
  if (hasA && !hasB) return ['- loses', 'bad']
  if (!hasA && hasB) return ['+ gains', 'good']
  if (changed.includes('node')) return ['~ moves', 'warning']
  if (changed.includes('victims')) return ['~ evicts', 'warning']
  return changed.includes('outcome') ? ['~ result', 'warning'] : ['= same', 'dim']
}

type Side = Difference['a']

function hasPlace({ outcome }: NonNullable<Side>): boolean {
  return outcome === 'scheduled' || outcome === 'alreadyAssigned'
}

function placeText(side: Side, names: NodeNames): string {
  if (side === null) return 'no such pod'
  const { outcome, node, nominatedNode } = side
  if (node !== null) return names.short(node)
  if (nominatedNode !== null) return `evicts on ${names.short(nominatedNode)}`
  return outcome === 'unschedulable' ? 'none' : outcome
}

/** What speaks for the second node, or against the first one. */
function becauseText(difference: Difference): string {
  const { a, b, verdicts } = difference
  if (a === null || b === null) return ''
  const lost = verdicts.find(({ node }) => node === a.node)?.b
  if (lost?.feasible === false) return lost.reasons.join(', ')
  const won = verdicts.find(({ node }) => node === b.node)
  if (won?.a?.feasible === false) return `no longer: ${won.a.reasons.join(', ')}`
  if (won !== undefined && won.a === null) return 'a node that was not there'
  if (lost === null) return 'its node is gone'
  if (a.node !== null && b.node === null) return b.message ?? ''
  return scoreText(difference, [a.node, b.node])
}

const PLUGINS_SHOWN = 2

/** Where the scores of its old and its new place went apart: by what most. */
function scoreText(
  { scores }: Difference,
  [from, to]: readonly [string | null, string | null],
): string {
  const at = (node: string | null) => scores.find((one) => one.node === node)?.plugins ?? {}
  const [before, after] = [at(from), at(to)]
  const plugins = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...plugins]
    .map((plugin) => ({
      plugin,
      by: (after[plugin]?.delta ?? 0) - (before[plugin]?.delta ?? 0),
    }))
    .filter(({ by }) => by !== 0)
    .sort((one, other) => Math.abs(other.by) - Math.abs(one.by))
    .slice(0, PLUGINS_SHOWN)
    .map(({ plugin, by }) => `${plugin} ${by > 0 ? '+' : ''}${by}`)
    .join(', ')
}

function totalText({ summary, differences }: Comparison): string {
  const { pods, moved, gained, lost, victimsChanged, movedInTies, unknown } = summary
  const { onlyInA, onlyInB } = summary
  const change = differences.filter(isElsewhere).length
  const judged = differences.length - change
  const counts = [
    [moved, 'moved'],
    [gained, 'gained a place'],
    [lost, 'lost its place'],
    [onlyInA, 'gone'],
    [onlyInB, 'new'],
    [victimsChanged, 'with other victims'],
    [unknown, 'cannot be told'],
  ] as const
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const rest = [
    ...(judged > 0 ? [`${judged} judged otherwise on the way to the same place`] : []),
    ...(movedInTies > 0 ? [`${countOf(movedInTies, 'move')} inside ties not counted`] : []),
  ]
  const verb = change === 1 ? 'changes' : 'change'
  const head = `${change} of ${countOf(pods, 'pod')} ${verb}`
  return [[head, ...parts].join(', '), ...rest].join('; ')
}
