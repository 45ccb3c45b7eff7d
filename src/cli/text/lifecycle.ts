import type { LifecycleResponse } from '../../../schemas/around/lifecycle-response.ts'
import { hang, type Page } from './page.ts'
import { secondsText } from './seconds.ts'
import { type Cell, type Column, tableLines } from './table.ts'

/** A pod's life: what its statuses say now, what happens when, and how its containers end up. */
export function* lifecycleLines(answer: LifecycleResponse, page: Page): Generator<string> {
  const { observed, notices, cutOffAt } = answer
  if (observed !== null) {
    const { phase, because } = observed
    yield* hang('', `By its statuses it is ${phase}: ${because}`, page.columns)
    yield ''
  }
  yield* tableLines(TIMELINE_COLUMNS, timeline(answer), page)
  yield ''
  yield* tableLines(CONTAINER_COLUMNS, answer.containers.map(containerRow), page)
  yield ''
  yield* hang('', endText(answer), page.columns)
  if (cutOffAt !== null) yield `Given up at ${secondsText(cutOffAt)}: too much happens.`
  for (const { message } of notices) yield* hang('  ', message, page.columns)
}

const TIMELINE_COLUMNS: readonly Column[] = [
  { title: 'AT', align: 'right' },
  { title: 'CONTAINER', yields: 'middle' },
  { title: 'WHAT' },
  { title: 'NOTE', yields: 'below' },
]

/** What containers do, and how the phase follows. */
function timeline({ timeline: happenings, phases }: LifecycleResponse): Cell[][] {
  const rows = [
    ...happenings.map((one) => ({ at: one.at, cells: happeningCells(one) })),
    ...phases.map(({ at, phase, because }) => ({
      at,
      cells: ['', { text: phase, tone: 'strong' }, because] as const,
    })),
  ]
  rows.sort((a, b) => a.at - b.at)
  return rows.map(({ at, cells }) => [secondsText(at), ...cells])
}

function happeningCells({
  container,
  what,
  exitCode,
  until,
  probe,
  result,
  message,
}: LifecycleResponse['timeline'][number]): Cell[] {
  const notes = [
    probe === undefined ? '' : `${probe} ${result ?? ''}`,
    exitCode === undefined ? '' : `exit code ${exitCode}`,
    until === undefined ? '' : `until ${secondsText(until)}`,
    message ?? '',
  ]
  return [container ?? '', what, notes.filter((note) => note !== '').join(', ')]
}

const CONTAINER_COLUMNS: readonly Column[] = [
  { title: 'CONTAINER', yields: 'middle' },
  { title: 'STATE' },
  { title: 'READY' },
  { title: 'RESTARTS', align: 'right' },
  { title: 'REASON' },
]

function containerRow({
  name,
  state,
  ready,
  restartCount,
  reason,
}: LifecycleResponse['containers'][number]): Cell[] {
  return [name, state, ready ? 'yes' : 'no', String(restartCount), reason ?? '']
}

function endText({ phases, until, removedAt, release }: LifecycleResponse): string {
  const last = phases.at(-1)?.phase ?? 'Pending'
  const end =
    removedAt === null ? `${last} at ${secondsText(until)}` : `gone at ${secondsText(removedAt)}`
  return `${end} · kubelet ${release}`
}
