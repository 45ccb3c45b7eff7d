import { describe, expect, it } from 'vitest'
import { viewDecision } from '../../src/explain/view-decision.ts'
import { SchedulingCycle, USUAL_CYCLE } from '../../src/scheduler/cycle.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import { readCluster } from '../../src/snapshot/read.ts'
import { BerthSchedule } from './berth-schedule.ts'
import { ControlPlane } from './control-plane.ts'
import { eventually, type Program } from './processes.ts'
import { BoundPods, CLASS, listAll, makeCluster, makePods, NODES, PODS } from './race-cluster.ts'
import { provision } from './storage.ts'

const CONTROLLERS = ['persistentvolume-binder-controller', 'resourceclaim-controller']
const LIMIT_MS = 120_000
const PROFILES = [{ schedulerName: 'default-scheduler', percentageOfNodesToScore: 100 }]

interface Run {
  /** By pod. */
  readonly nodes: ReadonlyMap<string, string>
  /** In the order in which they were decided. */
  readonly order: readonly string[]
  /** All objects, before anything was scheduled. */
  readonly before: Readonly<Record<string, readonly object[]>>
  /** From the first pod on a node to the last. */
  readonly perSecond: number
}

/** One scheduler on 200 nodes with 2,000 pods that wait already when it starts. */
async function run(
  schedulerName: string,
  start: (plane: ControlPlane) => Promise<Program>,
  orderOf: (log: string) => string[],
  during: (
    plane: ControlPlane,
    bound: BoundPods,
    program: Program,
  ) => Promise<void> = async () => {},
): Promise<Run> {
  const plane = await ControlPlane.start()
  const stop = new AbortController()
  try {
    await plane.startControllers(CONTROLLERS)
    await makeCluster(plane)
    await makePods(plane, schedulerName)
    const before = await listAll(plane)
    const provisioning = provision(plane, CLASS, stop.signal)
    const bound = new BoundPods(plane)
    const program = await start(plane)
    await during(plane, bound, program)
    await eventually(() => (bound.nodes.size === PODS ? true : null), LIMIT_MS)
    stop.abort()
    await provisioning
    bound.end()
    expect(bound.nodes.size, program.log().slice(-3000)).toBe(PODS)
    expect(bound.moved).toEqual([])
    await mustFit(plane)
    const perSecond = PODS / ((bound.lastMs - bound.firstMs) / 1000)
    return { nodes: bound.nodes, order: orderOf(program.log()), before, perSecond }
  } finally {
    stop.abort()
    await plane.stop()
  }
}

/** No node has more than it can hold, and no device is given twice. */
async function mustFit(plane: ControlPlane): Promise<void> {
  const { items: pods } = await plane.api.expect('GET', '/api/v1/pods')
  const milli = new Map<string, number>()
  for (const { spec } of pods) {
    const cpu = Number.parseInt(spec.containers[0].resources.requests.cpu, 10)
    milli.set(spec.nodeName, (milli.get(spec.nodeName) ?? 0) + cpu)
  }
  expect(Math.max(...milli.values())).toBeLessThanOrEqual(32_000)
  const { items: claims } = await plane.api.expect('GET', '/apis/resource.k8s.io/v1/resourceclaims')
  // biome-ignore lint/suspicious/noExplicitAny: claims as the API server gives them
  const devices = claims.map(({ status }: any) => {
    const [{ pool, device }] = status.allocation.devices.results
    return `${pool}/${device}`
  })
  expect(new Set(devices).size).toBe(claims.length)
}

/** What each pod was told, on top of what the scheduler itself had done before it. */
function replay({ before, order, nodes }: Run) {
  const found = resolveProfile({ only: [], fixes: false })
  if (!found.ok) throw new Error('no profile')
  const { accounting, profiles } = found.value
  const { pods = [], ...snapshot } = before
  const asDefault = pods.map((pod) => ({
    ...pod,
    // biome-ignore lint/suspicious/noExplicitAny: pods as the API server gives them
    spec: { ...(pod as any).spec, schedulerName: 'default-scheduler' },
  }))
  const options = { accounting, defaulting: false, absentKinds: 'empty', nodesMax: NODES } as const
  const read = readCluster({ snapshot, pods: asDefault }, options)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const { cluster, pods: toDecide } = read.value
  const byName = new Map(toDecide.map(({ pod }) => [pod.name, pod]))
  const cycle = new SchedulingCycle(cluster, profiles, { ...USUAL_CYCLE, nowMs: Date.now() })
  const tied = new Set<string>()
  const unexplained: string[] = []
  for (const name of order) {
    const pod = byName.get(name)
    const node = nodes.get(name) ?? ''
    if (pod === undefined) continue
    const decision = cycle.decide(pod)
    const view = viewDecision(decision, cluster.nodes, 'summary', null)
    if (view.tied?.includes(node)) tied.add(name)
    else if (view.node !== node)
      unexplained.push(`${name}: ${node}, not ${view.node} ${view.message}`)
    cycle.assume({ pod, node: cluster.nodes.rowOf.get(node) ?? -1 })
  }
  return { tied, unexplained }
}

/** The last of each: an attempt that failed comes before. */
function namesIn(log: string, pattern: RegExp): string[] {
  const all = [...log.matchAll(pattern)].map(([, name = '']) => name)
  return [...new Set(all.reverse())].reverse()
}

const berthOrder = (log: string) => namesIn(log, /^binds default\/(\S+) to /gm)
const realOrder = (log: string) =>
  namesIn(log, /"Attempting to schedule pod" pod="default\/([^"]+)"/g)

const startBerth = async (plane: ControlPlane) => (await BerthSchedule.of(plane)).start()

describe(`${PODS} pods with affinity, spreading, priorities, volumes and devices on ${NODES} nodes`, () => {
  it('go where kube-scheduler puts them, or to a node that was as good', async () => {
    const real = await run(
      'default-scheduler',
      (plane) => plane.startScheduler({ profiles: PROFILES }),
      realOrder,
    )
    const berth = await run('berth', startBerth, berthOrder)
    const [ofReal, ofBerth] = [replay(real), replay(berth)]
    const others = [...real.nodes].filter(([name, node]) => berth.nodes.get(name) !== node)
    console.log(
      [
        `kube-scheduler ${real.perSecond.toFixed(0)} pods/s, berth schedule ${berth.perSecond.toFixed(0)} pods/s`,
        `${others.length} of ${PODS} pods on another node, for of several best nodes the scheduler draws one`,
      ].join('\n'),
    )
    // Each decision of either, put to the engine on top of what it had done before, is one of the best.
    expect(ofReal.unexplained).toEqual([])
    expect(ofBerth.unexplained).toEqual([])
  }, 900_000)

  it('are all bound, none twice, when berth schedule is killed halfway and another goes on', async () => {
    const { nodes } = await run('berth', startBerth, berthOrder, async (plane, bound, first) => {
      await eventually(() => (bound.nodes.size > PODS / 2 ? true : null), LIMIT_MS)
      await first.stop('SIGKILL')
      expect(bound.nodes.size).toBeLessThan(PODS)
      BerthSchedule.again(plane).start()
    })
    expect(nodes.size).toBe(PODS)
  }, 900_000)
})
