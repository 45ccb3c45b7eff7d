import type { AnswerOf } from './answers.ts'

type SimulatedPod = AnswerOf<'simulation'>['pods'][number]

/** A stretch of time of one pod: on its node, or waiting. */
export interface Stretch {
  readonly pod: string
  readonly priority: number
  readonly state: SimulatedPod['state'] | 'waiting'
  readonly from: number
  readonly to: number
  /** Counted from the top of its row, so that no two overlap. */
  readonly lane: number
}

export interface LaneRow {
  /** A node; empty for those that wait. */
  readonly name: string
  readonly lanes: number
  readonly stretches: readonly Stretch[]
}

/** Rows of the pods that came or went while time passed, the busiest nodes first after those that wait. */
export function lanesOf(pods: readonly SimulatedPod[], until: number): LaneRow[] {
  const byRow = new Map<string, Omit<Stretch, 'lane'>[]>()
  const put = (row: string, stretch: Omit<Stretch, 'lane'>) => {
    if (stretch.to <= stretch.from) return
    const list = byRow.get(row)
    if (list === undefined) byRow.set(row, [stretch])
    else list.push(stretch)
  }
  for (const one of pods) {
    const { priority, state, node, createdAt, scheduledAt, endedAt } = one
    if (isUntouched(one)) continue
    const of = { pod: `${one.pod.namespace}/${one.pod.name}`, priority }
    const end = endedAt ?? until
    put('', { ...of, state: 'waiting', from: createdAt, to: scheduledAt ?? end })
    if (scheduledAt !== null && node !== null) {
      put(node, { ...of, state, from: scheduledAt, to: end })
    }
  }
  return [...byRow]
    .map(([name, stretches]) => inLanes(name, stretches))
    .sort(
      (a, b) =>
        Number(b.name === '') - Number(a.name === '') || b.stretches.length - a.stretches.length,
    )
}

/** It ran before and runs on: nothing happened to it, while one that came was looked at by the scheduler. */
function isUntouched({ state, attempts, endedAt }: SimulatedPod): boolean {
  return attempts === 0 && endedAt === null && state === 'running'
}

/** Each in the first lane that is free again. */
function inLanes(name: string, stretches: readonly Omit<Stretch, 'lane'>[]): LaneRow {
  const freeAt: number[] = []
  const placed = [...stretches]
    .sort((a, b) => a.from - b.from)
    .map((stretch) => {
      const free = freeAt.findIndex((at) => at <= stretch.from)
      const lane = free < 0 ? freeAt.length : free
      freeAt[lane] = stretch.to
      return { ...stretch, lane }
    })
  return { name, lanes: freeAt.length, stretches: placed }
}
