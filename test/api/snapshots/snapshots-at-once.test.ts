import { describe, expect, it } from 'vitest'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { MemorySnapshots } from '../../../src/snapshots/memory.ts'
import type { SnapshotHead } from '../../../src/snapshots/port.ts'
import { SNAPSHOT_SETTINGS } from '../../../src/snapshots/settings.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { type Client, makeClient } from '../client.ts'

/** Requests that change and name one snapshot while others under way have read it. */

const NOW = () => new Date('2026-01-02T03:04:05Z')

function send(client: Client, method: string, body: unknown): Promise<Response> {
  return client.request('/v1/snapshots/prod', {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const smallNode = (name: string) => makeNode(name, { allocatable: { cpu: '2' } })

/** How many nodes a decision on the kept snapshot sees. */
async function nodesOf(client: Client): Promise<number> {
  const response = await client.decide({
    snapshot: { name: 'prod' },
    pod: makePod('web', { requests: { cpu: '9' } }),
    options: { absentKinds: 'empty' },
  })
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  const { input } = DecisionResponse.parse(answer)
  return input.nodes
}

/** Answers all that ask within a moment at the same time. */
class HeadsTogether extends MemorySnapshots {
  private turn: Promise<void> | null = null

  override async head(name: string): Promise<SnapshotHead | null> {
    this.turn ??= new Promise((resolve) => setTimeout(resolve, 300))
    await this.turn
    this.turn = null
    return await super.head(name)
  }
}

describe('patches at once', () => {
  it('leave nothing of one that was refused', async () => {
    const client = makeClient({ snapshots: new HeadsTogether(SNAPSHOT_SETTINGS, NOW) })
    await send(client, 'PUT', { nodes: [smallNode('a')], pods: [] })
    const patches = ['b', 'c', 'd', 'e'].map((name) =>
      send(client, 'PATCH', { put: { nodes: [smallNode(name)] } }),
    )
    const kept = (await Promise.all(patches)).filter(({ status }) => status === 200)
    expect(await nodesOf(client)).toBe(1 + kept.length)
  })
})

describe('requests at once', () => {
  it('each read a patch that was made elsewhere', async () => {
    const snapshots = new MemorySnapshots(SNAPSHOT_SETTINGS, NOW)
    const [client, other] = [makeClient({ snapshots }), makeClient({ snapshots })]
    await send(other, 'PUT', { nodes: [smallNode('a'), smallNode('b')], pods: [] })
    expect(await nodesOf(client)).toBe(2)
    await send(other, 'PATCH', { remove: [{ kind: 'Node', name: 'b' }] })
    const all = await Promise.all(Array.from({ length: 4 }, () => nodesOf(client)))
    expect(all).toEqual([1, 1, 1, 1])
  })
})
