import type { QueueResponse } from '../../../schemas/around/queue-response.ts'
import { countOf, firstFew } from './counts.ts'
import { gapLines } from './gaps.ts'
import { hang, type Page } from './page.ts'
import { type Cell, type Column, tableLines } from './table.ts'

interface Named {
  readonly namespace: string
  readonly name: string
}

const EVENTS_SHOWN = 3
const PODS_SHOWN = 3

/** The pods that are tried without anything happening, in this order. */
export function tryOrder({ active, backingOff }: QueueResponse): Named[] {
  return [...active, ...backingOff].map(({ pod }) => pod)
}

/** The queue from its head on: what is tried, what comes back by itself, what waits for an event. */
export function* queueLines(answer: QueueResponse, isWide: boolean, page: Page): Generator<string> {
  const rows = rowsOf(answer, isWide)
  if (rows.length === 0) yield 'No pod waits.'
  else yield* tableLines(COLUMNS, rows, isWide ? { ...page, columns: Infinity } : page)
  yield ''
  yield* hang('', totalText(answer), page.columns)
  for (const { schedulerName, pods } of answer.notResponsible) {
    const names = firstFew(pods.map(nameOf), PODS_SHOWN)
    yield* hang(
      '',
      `${countOf(pods.length, 'pod')} of scheduler ${schedulerName}: ${names}`,
      page.columns,
    )
  }
  yield* gapLines(answer.input.notEvaluated, page)
}

const COLUMNS: readonly Column[] = [
  { title: '#', align: 'right' },
  { title: 'POD', yields: 'middle' },
  { title: 'QUEUE' },
  { title: 'PRIORITY', align: 'right' },
  { title: 'SINCE' },
  { title: 'NEXT', yields: 'below' },
]

function rowsOf(answer: QueueResponse, isWide: boolean): Cell[][] {
  const { active, backingOff, unschedulable, gated, skipped } = answer
  const row = (state: Cell, next: string, one: Placed, position = ''): Cell[] => [
    position,
    nameOf(one.pod),
    state,
    String(one.priority),
    isWide ? (one.since ?? '') : '',
    next,
  ]
  return [
    ...active.map((one, at) => {
      const next = one.tied ? 'in any order with its neighbours' : ''
      return row({ text: 'active', tone: 'good' }, next, one, String(at + 1))
    }),
    ...backingOff.map((one) => row('backoff', `back ${untilText(one.backOffUntil)}`, one)),
    ...unschedulable.map((one) => row({ text: 'waits', tone: 'bad' }, wakeText(one, isWide), one)),
    ...gated.map((one) => row('gated', `until the gates are gone: ${one.gates.join(', ')}`, one)),
    ...skipped.map(({ pod, because }) => ['', nameOf(pod), 'skipped', '', '', because]),
  ]
}

interface Placed {
  readonly pod: Named
  readonly priority: number
  readonly since: string | null
}

function untilText(until: string | null): string {
  return until === null ? 'at once' : `at ${until}`
}

type Waiting = QueueResponse['unschedulable'][number]

/** What rejects it now, and which events would have it tried again. */
function wakeText({ outcome, node, plugins, wakes }: Waiting, isWide: boolean): string {
  const events = [
    ...new Set(wakes.map(({ resource, actions }) => `${resource} ${actions.join('/')}`)),
  ]
  const listed = firstFew(events, isWide ? events.length : EVENTS_SHOWN)
  const wake = events.length === 0 ? '' : `; wakes on ${listed}`
  if (outcome === 'scheduled') return `would fit on ${node} now${wake}`
  if (outcome === 'unknown') return `cannot be told${wake}`
  return `${plugins.join(', ') || outcome}${wake}`
}

function totalText(answer: QueueResponse): string {
  const { active, backingOff, unschedulable, gated, rules, profile } = answer
  const counts = [
    [active.length, 'to try'],
    [backingOff.length, 'back off'],
    [unschedulable.length, 'wait for an event'],
    [gated.length, 'gated'],
  ] as const
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return [parts.join(', ') || 'nothing to try', `sorted by ${rules.sort}`, profile].join(' · ')
}

function nameOf({ namespace, name }: Named): string {
  return `${namespace}/${name}`
}
