import { describe, expect, it, vi } from 'vitest'
import { LeaderElection } from '../../src/live/leader-election.ts'
import { LiveMetrics } from '../../src/live/live-metrics.ts'
import { LiveRun } from '../../src/live/live-run.ts'
import { queueRules } from '../../src/scheduler/around/queue-rules.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { FakeApi } from './fake-api.ts'
import { CALLS_NOBODY } from './scheduler-of.ts'

/** A scheduler's life: when it ends, and when it begins anew. */

const PROFILE = resolveProfile({ only: [], fixes: false })
if (!PROFILE.ok) throw new Error('no profile')
const { accounting, profiles, name } = PROFILE.value

interface Given {
  readonly election?: LeaderElection
  readonly metrics?: LiveMetrics
  readonly note?: (line: string) => void
}

function runOf(api: FakeApi, { election, metrics = new LiveMetrics(), note }: Given = {}): LiveRun {
  return new LiveRun(api, {
    profiles,
    rules: queueRules(name, undefined),
    limits: () => ({ volumesMs: 1000, devicesMs: 1000 }),
    metrics,
    isDryRun: false,
    say: () => {},
    note: note ?? (() => {}),
    reading: { accounting, defaulting: false, absentKinds: 'empty', nodesMax: 100 },
    election: election ?? null,
    calling: CALLS_NOBODY,
  })
}

/** Answers one path only once it is let to. */
function hold(api: FakeApi, path: string) {
  let letGo = () => {}
  const held = new Promise<undefined>((resolve) => {
    letGo = () => resolve(undefined)
  })
  const asked = new Promise<void>((resolve) => {
    api.answers.set(path, () => {
      resolve()
      return held
    })
  })
  return { asked, letGo: () => letGo() }
}

/** Leads at once, until it is told that another process does. */
class GivenElection extends LeaderElection {
  lose = () => {}
  private readonly lost = new Promise<void>((resolve) => {
    this.lose = resolve
  })

  constructor(api: FakeApi) {
    super(api, { namespace: 'berth', name: 'berth-schedule' }, 'me')
  }

  override async lead(): Promise<boolean> {
    return true
  }

  override keep(): Promise<void> {
    return this.lost
  }
}

/** A bug that shows at the second decision. */
class FailingMetrics extends LiveMetrics {
  private decided = 0

  override attempted(...given: Parameters<LiveMetrics['attempted']>): void {
    if (++this.decided === 2) throw new Error('a bug')
    super.attempted(...given)
  }
}

describe('a run of the live scheduler', () => {
  it('ends when it is told to stop while it reads the cluster', async () => {
    const api = new FakeApi()
    const nodes = hold(api, '/api/v1/nodes')
    const stop = new AbortController()
    const running = runOf(api).run(stop.signal)
    await nodes.asked
    stop.abort()
    nodes.letGo()
    expect(await running).toBe(true)
  })

  it('ends when another process begins to lead while it reads the cluster', async () => {
    const api = new FakeApi()
    const nodes = hold(api, '/api/v1/nodes')
    const election = new GivenElection(api)
    const running = runOf(api, { election }).run(new AbortController().signal)
    await nodes.asked
    election.lose()
    // What is told of the lost lease has come through.
    await new Promise(setImmediate)
    nodes.letGo()
    expect(await running).toBe(false)
  })

  it('reads the cluster anew after an error of its own, once its bindings are done', async () => {
    const api = new FakeApi()
    api.lists.set('/api/v1/nodes', [makeNode('a', { allocatable: { cpu: '1' } })])
    const spec = { schedulerName: 'default-scheduler' }
    api.lists.set('/api/v1/pods', [makePod('first', { spec }), makePod('second', { spec })])
    const binding = hold(api, '/api/v1/namespaces/default/pods/first/binding')
    const notes: string[] = []
    const stop = new AbortController()
    const given = { metrics: new FailingMetrics(), note: (line: string) => notes.push(line) }
    const running = runOf(api, given).run(stop.signal)
    await binding.asked
    await new Promise(setImmediate)
    expect(notes).toEqual([])
    binding.letGo()
    await vi.waitFor(() => expect(notes).toEqual(['reads the cluster anew: a bug']))
    stop.abort()
    expect(await running).toBe(true)
  })
})
