import { describe, expect, it } from 'vitest'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import { ReadyClusters } from '../../src/snapshots/ready-clusters.ts'
import { NodesForPod } from '../../src/use-cases/judge-nodes.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

describe('a cluster that is ready', () => {
  it('is given back when looking at its nodes fails', () => {
    const scheduler = resolveProfile({ only: [], fixes: false })
    if (!scheduler.ok) throw new Error('the usual profile is none')
    const clusters = new ReadyClusters()
    const snapshot = { nodes: [makeNode('a')], pods: [] }
    const question = {
      snapshot,
      named: { clusters },
      pod: makePod('p'),
      scheduler: scheduler.value,
      nodesMax: 10,
    }
    const look = () => {
      const seen: unknown[] = []
      NodesForPod.look(question, (nodes) => void seen.push(Reflect.get(nodes, 'cluster')))
      return seen[0]
    }
    const before = look()
    expect(() =>
      NodesForPod.look(question, () => {
        throw new Error('no such answer')
      }),
    ).toThrow('no such answer')
    expect(look()).toBe(before)
  })
})
