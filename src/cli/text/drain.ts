import type * as z from 'zod'
import type { DrainResponse } from '../../../schemas/drain-response.ts'
import { hang, type Page } from './page.ts'

type Drain = z.output<typeof DrainResponse>
type Wave = Drain['waves'][number]
type Move = Wave['moves'][number]

/** A plan for people: what becomes of each node, wave by wave where its pods go, and what is in the way. */
export function drainLines(drain: Drain, page: Page): string[] {
  return [
    ...drain.nodes.flatMap((node) => nodeLines(node, page)),
    ...drain.waves.flatMap((wave, index) => waveLines(wave, index, page)),
    ...section('NOT DRAINED', drain.refused.map(describeHeld), page),
    ...section('STUCK', drain.stuck.map(describeHeld), page),
    ...section('STAY', drain.stays.map(describeHeld), page),
    ...consolidationLines(drain, page),
    '',
    ...hang('', summaryOf(drain), page.columns),
  ]
}

function nodeLines({ node, outcome, evicted, stays }: Drain['nodes'][number], page: Page) {
  const isEmptied = outcome === 'emptied'
  const mark = page.paint(isEmptied ? 'good' : 'bad', isEmptied ? '✓' : '✗')
  const staying = stays === 0 ? '' : `, ${stays} stay`
  return [`${mark} ${node}: ${outcome}, ${countOf(evicted, 'pod')} evicted${staying}`]
}

function waveLines({ moves, empties, takesSeconds }: Wave, index: number, page: Page): string[] {
  if (moves.length === 0) return []
  const emptied = empties.length === 0 ? '' : `; then ${empties.join(', ')} is empty`
  const title = `WAVE ${index + 1} (${takesSeconds} s${emptied})`
  return ['', title, ...moves.flatMap((move) => moveLines(move, page))]
}

function moveLines({ pod, from, displaced, to, notJudged }: Move, page: Page): string[] {
  const what = `${textOf(pod)}${displaced ? ', displaced,' : ''} ${from} → `
  if (notJudged !== null) return hang('  ? ', `${what}not known: ${notJudged}`, page.columns)
  if (to === null) return hang('  - ', `${what}gone for good`, page.columns)
  if (to.node === null) {
    const [cause] = to.causes
    const why = cause?.text ?? to.message ?? to.outcome
    return hang('  ✗ ', `${what}nowhere: ${why}`, page.columns)
  }
  const cost =
    to.displaces.length === 0 ? '' : `, displacing ${to.displaces.map(textOf).join(', ')}`
  return hang('  - ', `${what}${to.node}${cost}`, page.columns)
}

function consolidationLines({ consolidation }: Drain, page: Page): string[] {
  if (consolidation === null) return []
  const { emptied, atMost, kept } = consolidation
  const proof =
    emptied === atMost
      ? 'No plan empties more.'
      : `No plan empties more than ${atMost}; whether one empties more than ${emptied} is not known.`
  return [
    ...section(
      'KEPT',
      kept.map(({ node, because }) => `${node}: ${because}`),
      page,
    ),
    '',
    ...hang('', proof, page.columns),
  ]
}

function section(title: string, texts: readonly string[], page: Page): string[] {
  if (texts.length === 0) return []
  return ['', title, ...texts.flatMap((text) => hang('  - ', text, page.columns))]
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

function describeHeld({ pod, node, because }: Held): string {
  return `${textOf(pod)} on ${node}: ${because}`
}

function summaryOf({ summary, nodes }: Drain): string {
  const { emptied, moved, pending, lost, notJudged, displaced } = summary
  const also = [
    [pending, 'without a node'],
    [lost, 'gone for good'],
    [notJudged, 'not judged'],
    [displaced, 'of them displaced'],
  ] as const
  const rest = also.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`)
  return `${emptied} of ${countOf(nodes.length, 'node')} emptied; ${countOf(moved, 'pod')} moved${rest.join('')}.`
}

function textOf({ namespace, name }: Named): string {
  return `${namespace}/${name}`
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
