import type * as z from 'zod'
import type { SimulationResponse } from '../../../schemas/simulation-response.ts'
import { hang, type Page } from './page.ts'

type Simulation = z.output<typeof SimulationResponse>

const PERCENT = 100

/** A simulation for people: what happened when, how long pods waited, and how full the cluster was. */
export function simulationLines(simulation: Simulation, page: Page): string[] {
  const { events, waits, utilisation, cutOffAt, pods } = simulation
  const waiting = pods.filter(
    ({ scheduledAt, endedAt }) => scheduledAt === null && endedAt === null,
  )
  return [
    ...events.filter(({ kind }) => kind !== 'created').flatMap((event) => eventLines(event, page)),
    '',
    'WAITS',
    ...waits.map(
      ({ priority, pods: all, scheduled, meanSeconds, maxSeconds }) =>
        `  priority ${priority}: ${scheduled} of ${all} got a node` +
        (meanSeconds === null
          ? ''
          : `, after ${round(meanSeconds)} s on average, ${round(maxSeconds ?? 0)} s at most`),
    ),
    '',
    `cpu ${percent(utilisation.cpu)}, memory ${percent(utilisation.memory)} requested on average; ` +
      `${waiting.length} of ${pods.length} pods wait at the end.`,
    ...(cutOffAt === null ? [] : [`Given up at ${cutOffAt} s: too much work.`]),
  ]
}

function eventLines({ at, kind, pod, node, message }: Simulation['events'][number], page: Page) {
  const who = pod === null ? `node ${node}` : `${pod.namespace}/${pod.name}`
  const where = pod === null || node === null ? '' : ` on ${node}`
  const what = pod === null ? ` ${message}` : ` ${kind}${where}`
  const why = pod === null || message === null ? '' : `: ${message}`
  return hang(`${String(at).padStart(9)} s  `, `${who}${what}${why}`, page.columns)
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

function percent(share: number): string {
  return `${Math.round(share * PERCENT)}%`
}
