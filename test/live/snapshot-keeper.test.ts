import { describe, expect, it, vi } from 'vitest'
import type { ApiAnswer } from '../../src/live/api-server/api-server.ts'
import { ObjectFeed } from '../../src/live/api-server/object-feed.ts'
import { ClusterObjects } from '../../src/live/snapshot-changes.ts'
import { SnapshotKeeper } from '../../src/live/snapshot-keeper.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { FakeApi } from './fake-api.ts'

const PATH = '/v1/snapshots/prod'

/** A keeper on an API server of one node, and the Berth that it tells. */
async function keeping(...answers: readonly (ApiAnswer | Error)[]) {
  const api = new FakeApi()
  api.lists.set('/api/v1/nodes', [makeNode('a')])
  const objects = new ClusterObjects((await ObjectFeed.list(api)).objects)
  const berth = new FakeApi()
  const left = [...answers]
  berth.answers.set(PATH, async () => {
    const answer = left.shift() ?? { status: 200, body: { digest: 'later' } }
    if (answer instanceof Error) throw answer
    return answer
  })
  const silent = () => {}
  const keeper = new SnapshotKeeper(berth, objects, { name: 'prod', say: silent, note: silent })
  const stop = new AbortController()
  const running = keeper.run(stop.signal)
  const sent = (count: number) =>
    vi.waitFor(() => expect(berth.sent.length).toBeGreaterThanOrEqual(count), 5000)
  const end = async () => {
    stop.abort()
    await running
    return berth.sent
  }
  return { objects, keeper, sent, end }
}

const DONE: ApiAnswer = { status: 200, body: { digest: 'first' } }

describe('a named snapshot of a live cluster', () => {
  it('is put once with every kind, then patched with what changed, each object once', async () => {
    const { objects, keeper, sent, end } = await keeping(DONE)
    await sent(1)
    objects.change('pods', 'ADDED', makePod('p'))
    objects.change('pods', 'MODIFIED', makePod('p', { node: 'a' }))
    objects.change('nodes', 'DELETED', makeNode('a'))
    keeper.changed()
    await sent(2)
    const [put, patch] = await end()
    expect(put).toMatchObject({ method: 'PUT', path: PATH, body: { pods: [], services: [] } })
    expect(patch).toMatchObject({
      method: 'PATCH',
      body: {
        put: { pods: [{ metadata: { name: 'p' }, spec: { nodeName: 'a' } }] },
        remove: [{ kind: 'Node', name: 'a' }],
      },
    })
  })

  it('is not told what nothing reads', async () => {
    const { objects, end } = await keeping(DONE)
    const node = { ...makeNode('a'), unread: true }
    expect(objects.change('nodes', 'MODIFIED', node)).toBe(false)
    await end()
  })

  it.each([
    ['was changed by somebody else', { status: 412, body: {} }],
    ['is gone', { status: 404, body: {} }],
    ['took enough patches', { status: 413, body: {} }],
  ])('is put anew where it %s', async (_, refusal) => {
    const { objects, keeper, sent, end } = await keeping(DONE, refusal)
    await sent(1)
    objects.change('pods', 'ADDED', makePod('p'))
    keeper.changed()
    await sent(3)
    const [, , again] = await end()
    expect(again).toMatchObject({ method: 'PUT', body: { pods: [{ metadata: { name: 'p' } }] } })
  })

  it.each([
    ['cannot be reached', new Error('away')],
    ['refuses', { status: 401, body: { detail: 'no' } }],
    ['fails', { status: 503, body: {} }],
  ])('is tried again after a while where the Berth %s', async (_, answer) => {
    const { sent, end } = await keeping(answer, answer, DONE)
    const startedMs = performance.now()
    await sent(3)
    expect(performance.now() - startedMs).toBeGreaterThan(1400)
    expect((await end()).map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT'])
  })
})
