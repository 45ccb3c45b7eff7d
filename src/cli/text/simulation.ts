import type * as z from 'zod'
import type { SimulationResponse } from '../../../schemas/around/simulation-response.ts'
import { countOf } from './counts.ts'
import { hang, type Page } from './page.ts'
import { secondsText } from './seconds.ts'
import { type Cell, type Column, tableLines } from './table.ts'

type Simulation = z.output<typeof SimulationResponse>

const PERCENT = 100

/** A simulation for people: what happened when, how long pods waited, and how full the cluster was. */
export function* simulationLines(
  simulation: Simulation,
  isWide: boolean,
  given: Page,
): Generator<string> {
  const page = isWide ? { ...given, columns: Number.POSITIVE_INFINITY } : given
  const { events, waits, utilisation, cutOffAt, pods } = simulation
  // That a pod came is told by what became of it, but where everything is.
  const shown = events.filter(({ kind }) => isWide || kind !== 'created')
  if (shown.length > 0) {
    yield* tableLines(EVENT_COLUMNS, shown.map(eventRow), page)
    yield ''
  }
  if (waits.length > 0) {
    yield* tableLines(WAIT_COLUMNS, waits.map(waitRow), page)
    yield ''
  }
  const waiting = pods.filter(
    ({ scheduledAt, endedAt }) => scheduledAt === null && endedAt === null,
  )
  const use = `cpu ${percent(utilisation.cpu)}, memory ${percent(utilisation.memory)}`
  yield* hang(
    '',
    `${waiting.length} of ${countOf(pods.length, 'pod')} wait at the end · ${use} requested on average`,
    page.columns,
  )
  if (cutOffAt !== null) yield `Given up at ${secondsText(cutOffAt)}: too much work.`
}

const EVENT_COLUMNS: readonly Column[] = [
  { title: 'AT', align: 'right' },
  { title: 'OBJECT', yields: 'middle' },
  { title: 'WHAT' },
  { title: 'NODE', yields: 'middle' },
  { title: 'NOTE', yields: 'below' },
]

function eventRow({ at, kind, pod, node, message }: Simulation['events'][number]): Cell[] {
  if (pod === null) return [secondsText(at), `node ${node}`, kind, '', message ?? '']
  return [secondsText(at), `${pod.namespace}/${pod.name}`, kind, node ?? '', message ?? '']
}

const WAIT_COLUMNS: readonly Column[] = [
  { title: 'PRIORITY', align: 'right' },
  { title: 'PODS', align: 'right' },
  { title: 'GOT A NODE', align: 'right' },
  { title: 'MEAN WAIT', align: 'right' },
  { title: 'LONGEST', align: 'right' },
]

function waitRow({
  priority,
  pods,
  scheduled,
  meanSeconds,
  maxSeconds,
}: Simulation['waits'][number]): Cell[] {
  const [mean, longest] = [meanSeconds, maxSeconds].map((seconds) =>
    seconds === null ? '-' : secondsText(seconds),
  )
  return [String(priority), String(pods), String(scheduled), mean ?? '', longest ?? '']
}

function percent(share: number): string {
  return `${Math.round(share * PERCENT)}%`
}
