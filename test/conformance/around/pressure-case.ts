import type { EvictionResponse } from '../../../schemas/around/eviction-response.ts'

/** One line of pressure.cases. */
export interface PressureCase {
  name: string
  pods: unknown[]
  summary: object
  hard?: Record<string, string>
  signal?: string
  fs: string
}

/** One line of pressure.v1.37.1. */
export interface PressureAnswer {
  name: string
  signals: {
    signal: string
    threshold: string
    available: string
    capacity: string
    isMet: boolean
  }[]
  /** Names of pods, first to go first. */
  order: string[]
  messages: Record<string, string>
  localStorage: Record<string, string>
}

export function pressureRequest({ pods, summary, hard, signal, fs }: PressureCase): object {
  return {
    snapshot: { nodes: [{ metadata: { name: 'n' } }], pods },
    now: '2026-11-21T12:00:00Z',
    until: 0,
    pressure: [{ node: 'n', summary, evictionHard: hard, signal, fileSystems: fs }],
  }
}

/** What differs, in words; pods that nothing tells apart may change places, as upstream's sort has it. */
export function comparePressure(recorded: PressureAnswer, answer: EvictionResponse): string[] {
  const [view] = answer.pressure
  if (view === undefined) return ['no pressure was judged']
  const alike = new Map(
    view.order.map(({ pod, usage, exceedsRequest, priority, above }) => [
      pod.name,
      [usage === null, exceedsRequest, priority, above].join(' '),
    ]),
  )
  const got = {
    signals: view.signals.map(({ kind: _, ...signal }) => signal).toSorted(bySignal),
    order: view.order.map(({ pod }) => alike.get(pod.name)),
    messages: view.order.map(({ pod, message }) => `${pod.name}: ${message}`).sort(),
    localStorage: view.localStorage.map(({ pod, message }) => `${pod.name}: ${message}`).sort(),
  }
  const want = {
    signals: recorded.signals.toSorted(bySignal),
    order: recorded.order.map((name) => alike.get(name)),
    messages: inLines(recorded.messages),
    localStorage: inLines(recorded.localStorage),
  }
  return JSON.stringify(got) === JSON.stringify(want)
    ? []
    : [`recorded ${JSON.stringify(want)}, got ${JSON.stringify(got)}`]
}

function bySignal(a: { signal: string }, b: { signal: string }): number {
  return a.signal.localeCompare(b.signal)
}

function inLines(texts: Record<string, string>): string[] {
  return Object.entries(texts)
    .map(([name, text]) => `${name}: ${text}`)
    .sort()
}
