import type { EvictionResponse } from '../../../schemas/around/eviction-response.ts'

/** One line of evictions.cases; Kubernetes objects stay opaque. */
export interface EvictionCase {
  name: string
  node: string
  t0: string
  initialTaints: unknown[]
  pods: { metadata: { namespace: string; name: string } }[]
  steps: { at: number; createPods?: string[] }[]
}

/** One line of evictions.v1.37.1. */
export interface EvictionAnswer {
  name: string
  observedSeconds: number
  pods: Record<string, RecordedFate>
}

interface RecordedFate {
  deletedAfter: number | null
  gracePeriodSeconds?: number
  condition?: Record<string, unknown>
  events: { at: number; type: string; reason: string; message: string; source: string }[]
}

/** The controllers looked at everything within a tenth of a second. */
const TOLERANCE_SECONDS = 1

/** The case as a request; the node lifecycle controller had nothing to do for an hour. */
export function evictionRequest(one: EvictionCase, { observedSeconds }: EvictionAnswer): object {
  const node = { metadata: { name: one.node }, spec: { taints: one.initialTaints } }
  const changes = one.steps.map((step) => ('taints' in step ? { ...step, node: one.node } : step))
  return {
    snapshot: { nodes: [node], pods: one.pods },
    now: one.t0,
    until: observedSeconds,
    changes,
    flags: { 'node-monitor-period': '1h' },
  }
}

/** What differs between the recording and an answer, in words. */
export function compareEvictions(recorded: EvictionAnswer, answer: EvictionResponse): string[] {
  const differences: string[] = []
  const names = new Set([
    ...Object.keys(recorded.pods),
    ...answer.evictions.map(({ pod }) => pod.name),
  ])
  for (const name of names) {
    const want = wanted(recorded.pods[name])
    const got = given(answer, name)
    if (isSame(want, got)) continue
    differences.push(`${name}: recorded ${JSON.stringify(want)}, got ${JSON.stringify(got)}`)
  }
  return differences
}

interface Fate {
  at: number | null
  grace: number | null
  condition: unknown
  events: { at: number; text: string }[]
}

function wanted(fate: RecordedFate | undefined): Fate | null {
  if (fate === undefined) return null
  const { observedGeneration: _, ...condition } = fate.condition ?? {}
  return {
    at: fate.deletedAfter,
    grace: fate.gracePeriodSeconds ?? null,
    condition: fate.condition === undefined ? null : condition,
    events: fate.events.map(({ at, ...event }) => ({ at, text: inWords(event) })),
  }
}

function given(answer: EvictionResponse, name: string): Fate {
  const eviction = answer.evictions.find(({ pod }) => pod.name === name)
  return {
    at: eviction?.at ?? null,
    grace: eviction?.gracePeriodSeconds ?? null,
    condition: eviction?.condition ?? null,
    events: answer.events
      .filter(({ pod }) => pod?.name === name)
      .map(({ at, ...event }) => ({ at, text: inWords(event) })),
  }
}

function inWords({ type, reason, message, source }: Record<string, unknown>): string {
  return [type, reason, message, source].join(' | ')
}

function isSame(want: Fate | null, got: Fate): boolean {
  if (want === null || !isNear(want.at, got.at) || want.grace !== got.grace) return false
  const isSameCondition =
    JSON.stringify(sorted(want.condition)) === JSON.stringify(sorted(got.condition))
  const isSameEvents =
    want.events.length === got.events.length &&
    want.events.every(({ at, text }, index) => {
      const other = got.events[index]
      return other?.text === text && isNear(at, other.at)
    })
  return isSameCondition && isSameEvents
}

function sorted(condition: unknown): unknown {
  return condition === null ? null : Object.entries(condition as object).sort()
}

function isNear(want: number | null, got: number | null): boolean {
  if (want === null || got === null) return want === got
  return Math.abs(want - got) <= TOLERANCE_SECONDS
}
