import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FilterView } from '../../src/explain/decision-view.ts'
import { decideAll } from '../support/decide-all.ts'
import type { Json } from '../support/make-node.ts'
import { clusterCase } from './arbitraries.ts'
import { milliOf, naivelyFeasible, RESOURCES, requestOf } from './naive-filter.ts'

const RUNS = { numRuns: 300 }

it('finds those nodes feasible that plain rules find feasible, and binds to one of them', () => {
  fc.assert(
    fc.property(clusterCase(), ({ snapshot, pods }) => {
      const { nodes = [], namespaces = [] } = snapshot
      const running = [...(snapshot['pods'] ?? [])]
      for (const [index, decision] of decideAll(snapshot, pods).entries()) {
        const pod = pods[index] ?? {}
        const naive = naivelyFeasible({ nodes, namespaces, pods: running }, pod)
        const filter = decision.filter as FilterView // explain is full
        expect([...filter.feasible].sort()).toEqual(naive.sort())
        expect(decision.node === null ? naive : naive.includes(decision.node)).toEqual(
          decision.node === null ? [] : true,
        )
        if (decision.node !== null) running.push(bind(pod, decision.node))
      }
    }),
    RUNS,
  )
})

it('never takes more of a node than there is free', () => {
  fc.assert(
    fc.property(clusterCase({ nominations: true, volumes: true }), ({ snapshot, pods }) => {
      const running = [...(snapshot['pods'] ?? [])]
      for (const [index, { node }] of decideAll(snapshot, pods).entries()) {
        const pod = pods[index]
        if (node === null || pod === undefined) continue
        running.push(bind(pod, node))
        const taker = snapshot['nodes']?.find((one) => (one['metadata'] as Json)['name'] === node)
        for (const [resource, free] of freeOn(taker ?? {}, node, running)) {
          if (requestOf(pod, resource) > 0) expect(free, resource).toBeGreaterThanOrEqual(0)
        }
      }
    }),
    RUNS,
  )
})

function bind(pod: Json, nodeName: string): Json {
  return { ...pod, spec: { ...(pod['spec'] as Json), nodeName } } // makePod made a spec
}

/** Allocatable less what the pods there ask for, by resource, in thousandths. */
function freeOn(node: Json, name: string, running: readonly Json[]): [string, number][] {
  const { allocatable } = node['status'] as { allocatable: Record<string, string> } // makeNode's
  const there = running.filter((pod) => (pod['spec'] as Json)['nodeName'] === name)
  return RESOURCES.map((resource) => {
    const taken = there.reduce((sum, pod) => sum + requestOf(pod, resource), 0)
    return [resource, milliOf(allocatable[resource] ?? '0') - taken]
  })
}
