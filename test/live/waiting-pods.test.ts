import { describe, expect, it } from 'vitest'
import { POD_LEFT } from '../../src/live/queue-events.ts'
import { WaitingPods } from '../../src/live/waiting-pods.ts'
import { queueRules } from '../../src/scheduler/around/queue-rules.ts'

const RULES = queueRules('kubernetes-1.37', undefined)

function waitingPods(...pods: readonly (readonly [key: string, priority: number, atMs: number])[]) {
  const waiting = new WaitingPods(RULES)
  for (const [key, priority, atMs] of pods) waiting.put(key, priority, atMs)
  return waiting
}

function keysAt(waiting: WaitingPods, nowMs: number): string[] {
  return waiting.ready(nowMs).map(({ key }) => key)
}

function fail(waiting: WaitingPods, key: string, nowMs: number, isError = false): void {
  const pod = waiting.get(key)
  if (pod !== undefined) waiting.failed(pod, nowMs, isError ? null : ['NodeResourcesFit'])
}

describe('pods that wait for berth schedule', () => {
  it('come by priority, then by time', () => {
    const waiting = waitingPods(['late', 5, 20], ['early', 5, 10], ['high', 9, 30])
    expect(keysAt(waiting, 100)).toEqual(['high', 'early', 'late'])
  })

  it('that fit nowhere wait for an event, and back off longer each time', () => {
    const waiting = waitingPods(['a', 0, 0])
    fail(waiting, 'a', 0)
    expect(keysAt(waiting, 5000)).toEqual([])
    // Of no interest to who lacks room.
    waiting.wake([{ resource: 'StorageClass', action: 'Add' }])
    expect(keysAt(waiting, 5000)).toEqual([])
    expect(waiting.counts(5000)).toEqual({ active: 0, backoff: 0, unschedulable: 1, gated: 0 })
    waiting.wake([POD_LEFT])
    expect(keysAt(waiting, 999)).toEqual([])
    expect(keysAt(waiting, 1000)).toEqual(['a'])
    fail(waiting, 'a', 1000)
    waiting.wake([POD_LEFT])
    expect(keysAt(waiting, 2999)).toEqual([])
    expect(keysAt(waiting, 3000)).toEqual(['a'])
  })

  it('come again after five minutes without an event', () => {
    const waiting = waitingPods(['a', 0, 0])
    fail(waiting, 'a', 0)
    expect(keysAt(waiting, 301_000)).toEqual([])
    expect(keysAt(waiting, 301_001)).toEqual(['a'])
  })

  it('whose attempt failed for no fault of the cluster only back off', () => {
    const waiting = waitingPods(['a', 0, 0])
    fail(waiting, 'a', 0, true)
    expect(keysAt(waiting, 1000)).toEqual(['a'])
  })

  it('that may not be tried yet have not failed, and are tried when something happens', () => {
    const waiting = waitingPods(['a', 0, 0])
    const pod = waiting.get('a')
    if (pod !== undefined) waiting.gated(pod, 100)
    expect(keysAt(waiting, 5000)).toEqual([])
    expect(waiting.counts(5000)).toEqual({ active: 0, backoff: 0, unschedulable: 0, gated: 1 })
    waiting.retry('a')
    expect(keysAt(waiting, 100)).toEqual(['a'])
    expect(waiting.get('a')).toMatchObject({ failures: 0 })
  })
})
