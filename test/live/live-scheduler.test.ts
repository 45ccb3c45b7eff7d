import { afterEach, describe, expect, it, vi } from 'vitest'
import { ObjectFeed } from '../../src/live/api-server/object-feed.ts'
import { PodWrites } from '../../src/live/api-server/pod-writes.ts'
import { PATHS } from '../../src/live/api-server/resources.ts'
import { ClusterMirror } from '../../src/live/mirror/mirror.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { makeClaim, makeVolume } from '../support/make-storage.ts'
import { FakeApi } from './fake-api.ts'
import { READING, schedulerOf, schedulerOn } from './scheduler-of.ts'

/** What berth schedule asks of an API server that is slow, away, or refuses. */

afterEach(() => void vi.useRealTimers())

describe('the mirror of a live cluster', () => {
  it('tells of a list that failed when no other is under way', async () => {
    const api = new FakeApi()
    const refused = { status: 403, body: 'forbidden' }
    api.answers.set('/api/v1/nodes', async () => refused)
    api.answers.set(
      '/api/v1/pods',
      () => new Promise((resolve) => setTimeout(resolve, 50, undefined)),
    )
    await expect(ClusterMirror.read(api, READING)).rejects.toThrow('/api/v1/nodes')
    expect(api.ended).toBe(PATHS.size)
  })

  it('waits before it asks again for a watch that ends at once', async () => {
    vi.useFakeTimers()
    const api = new FakeApi()
    const { mirror } = await ClusterMirror.read(api, READING)
    const stop = new AbortController()
    const following = mirror.follow(stop.signal, () => {})
    await vi.advanceTimersByTimeAsync(2500)
    expect(api.watches).toBe(3 * PATHS.size)
    stop.abort()
    await vi.advanceTimersByTimeAsync(1000)
    await following
  })

  it('takes the best version of a kind that the API server has', async () => {
    const api = new FakeApi()
    const rules = '/apis/resource.k8s.io'
    const missing = async () => ({ status: 404, body: 'not found' })
    api.answers.set(`${rules}/v1/devicetaintrules`, missing)
    const taint = { key: 'k', effect: 'NoSchedule' }
    const given = [{ metadata: { name: 'r' }, spec: { taint } }]
    api.lists.set(`${rules}/v1beta2/devicetaintrules`, given)
    const { objects } = await ObjectFeed.list(api)
    expect(objects.get('deviceTaintRules')).toEqual(given)
  })

  it('ends with the error of whoever is told, instead of asking again', async () => {
    const api = new FakeApi()
    const { mirror } = await ClusterMirror.read(api, READING)
    api.events.set('/api/v1/nodes', [{ type: 'ADDED', object: makeNode('a') }])
    const following = mirror.follow(new AbortController().signal, () => {
      throw new Error('a bug')
    })
    await expect(following).rejects.toThrow('a bug')
  })

  it('is worn after many edits, which ends its scheduler and throws nothing', async () => {
    const api = new FakeApi()
    const read = await ClusterMirror.read(api, READING)
    const namespace = { metadata: { name: 'default' } }
    for (let edit = 0; edit <= 500_000; edit++) read.mirror.put('namespaces', namespace)
    expect(read.mirror.isWorn).toBe(true)
    await schedulerOn(read, new PodWrites(api), api).run(new AbortController().signal)
  })
})

/** Tells nobody anything until it may. */
class HeldWrites extends PodWrites {
  told = 0
  private release = () => {}
  private readonly released = new Promise<void>((resolve) => {
    this.release = resolve
  })

  letGo(): void {
    this.release()
  }

  override async tell(): Promise<void> {
    this.told++
    await this.released
  }

  override async event(): Promise<void> {
    await this.released
  }
}

const OURS = { schedulerName: 'default-scheduler' }

describe('the live scheduler', () => {
  it('nominates a pod, and deletes just the victim that it saw, with a reason', async () => {
    const api = new FakeApi()
    api.lists.set('/api/v1/nodes', [makeNode('a', { allocatable: { cpu: '1' } })])
    const asking = { requests: { cpu: '1' } }
    api.lists.set('/api/v1/pods', [
      makePod('victim', { ...asking, node: 'a' }),
      makePod('important', { ...asking, priority: 10, spec: OURS }),
    ])
    const stop = new AbortController()
    const running = (await schedulerOf(api)).run(stop.signal)
    await vi.waitFor(() => expect(api.sent.map(({ method }) => method)).toContain('DELETE'))
    stop.abort()
    await running
    const pods = '/api/v1/namespaces/default/pods'
    const [condition, nomination, deletion] = [
      { method: 'PATCH', path: `${pods}/victim/status` },
      { method: 'PATCH', path: `${pods}/important/status` },
      { method: 'DELETE', path: `${pods}/victim` },
    ].map((one) => api.sent.find(({ method, path }) => method === one.method && path === one.path))
    expect(condition?.body).toMatchObject({
      metadata: { uid: 'uid-default-victim' },
      status: { conditions: [{ type: 'DisruptionTarget', reason: 'PreemptionByScheduler' }] },
    })
    expect(nomination?.body).toMatchObject({ status: { nominatedNodeName: 'a' } })
    expect(deletion?.body).toMatchObject({ preconditions: { uid: 'uid-default-victim' } })
  })

  it('tries a pod again whose victim could not be told, and evicts nobody without the condition', async () => {
    const api = new FakeApi()
    api.lists.set('/api/v1/nodes', [makeNode('a', { allocatable: { cpu: '1' } })])
    const asking = { requests: { cpu: '1' } }
    api.lists.set('/api/v1/pods', [
      makePod('victim', { ...asking, node: 'a' }),
      makePod('important', { ...asking, priority: 10, spec: OURS }),
    ])
    const status = '/api/v1/namespaces/default/pods/victim/status'
    api.answers.set(status, async () => ({ status: 500, body: 'no' }))
    const stop = new AbortController()
    const running = (await schedulerOf(api)).run(stop.signal)
    const told = () => api.sent.filter(({ path }) => path === status).length
    await vi.waitFor(() => expect(told()).toBeGreaterThanOrEqual(2), 5000)
    stop.abort()
    await running
    expect(api.sent.map(({ method }) => method)).not.toContain('DELETE')
  })

  it.each([
    ['keeps a volume that is there', [makeVolume('v')], '/api/v1/persistentvolumes/v'],
    ['tells the claim the node', [], '/api/v1/namespaces/default/persistentvolumeclaims/data'],
  ])('%s, and tries again when that is refused', async (_, volumes, path) => {
    const api = new FakeApi()
    api.lists.set('/api/v1/nodes', [makeNode('a', { allocatable: { cpu: '1' } })])
    api.lists.set('/apis/storage.k8s.io/v1/storageclasses', [
      { metadata: { name: 'slow' }, provisioner: 'p', volumeBindingMode: 'WaitForFirstConsumer' },
    ])
    const metadata = { name: 'data', namespace: 'default', uid: 'uid-data', resourceVersion: '7' }
    api.lists.set('/api/v1/persistentvolumeclaims', [makeClaim('data', { metadata })])
    api.lists.set('/api/v1/persistentvolumes', volumes)
    const data = { name: 'data', persistentVolumeClaim: { claimName: 'data' } }
    api.lists.set('/api/v1/pods', [makePod('p', { spec: { ...OURS, volumes: [data] } })])
    api.answers.set(path, async () => ({ status: 409, body: { message: 'changed meanwhile' } }))
    const stop = new AbortController()
    const running = (await schedulerOf(api)).run(stop.signal)
    const patches = () => api.sent.filter((one) => one.path === path)
    await vi.waitFor(() => expect(patches().length).toBeGreaterThanOrEqual(2), 5000)
    stop.abort()
    await running
    const isStatic = volumes.length > 0
    expect(patches()[0]?.body).toMatchObject(
      isStatic
        ? {
            metadata: { annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } },
            spec: { claimRef: { namespace: 'default', name: 'data', uid: 'uid-data' } },
          }
        : {
            metadata: {
              resourceVersion: '7',
              annotations: { 'volume.kubernetes.io/selected-node': 'a' },
            },
          },
    )
    expect(api.sent.map((one) => one.path)).not.toContain(
      '/api/v1/namespaces/default/pods/p/binding',
    )
  })

  it('tells no more pods at a time than the API server takes, and all in the end', async () => {
    const api = new FakeApi()
    api.lists.set('/api/v1/nodes', [makeNode('a', { allocatable: { cpu: '1' } })])
    const pods = Array.from({ length: 200 }, (_, index) =>
      makePod(`p${index}`, {
        requests: { cpu: '2' },
        spec: OURS,
      }),
    )
    api.lists.set('/api/v1/pods', pods)
    const writes = new HeldWrites(api)
    const scheduler = await schedulerOf(api, writes)
    const stop = new AbortController()
    const running = scheduler.run(stop.signal)
    await vi.waitFor(() => expect(writes.told).toBeGreaterThanOrEqual(64))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(writes.told).toBe(64)
    writes.letGo()
    await vi.waitFor(() => expect(writes.told).toBe(200), 5000)
    stop.abort()
    await running
  })
})
