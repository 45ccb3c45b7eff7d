import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideAll, decideOne } from '../build/decide-all.ts'
import type { Json } from '../build/make-node.ts'
import { type ClusterCase, clusterCase } from './arbitraries.ts'

const RUNS = { numRuns: 300 }

/**
 * The engine keeps verdicts, counts and scores from pod to pod and mends them after each placement.
 * Nothing of that may show: each pod alone, on a cluster that already has the earlier ones where they
 * went, gets the very same decision.
 */
it.each([
  { name: 'pods that compete', options: {} },
  { name: 'pods that were promised nodes', options: { nominations: true } },
  { name: 'pods with volumes', options: { volumes: true, nominations: true } },
])('$name get in a sequence what each alone gets from scratch', ({ options }) => {
  fc.assert(
    fc.property(clusterCase(options), ({ snapshot, pods }) => {
      const together = decideAll(snapshot, pods)
      for (const [index, pod] of pods.entries()) {
        const before = pods
          .slice(0, index)
          .map((one, at) => placed(one, together[at]?.node ?? null))
        // Later pods count only by what was promised to them; so do earlier ones that found no node.
        const others = [...before, ...pods.slice(index + 1)]
        const alone = decideOne(withPods(snapshot, others), pod)
        expect(together[index]).toEqual(alone)
      }
    }),
    RUNS,
  )
})

it('decides the same request twice in the same way, to the byte', () => {
  fc.assert(
    fc.property(clusterCase({ nominations: true, volumes: true }), ({ snapshot, pods }) => {
      const first = JSON.stringify(decideAll(snapshot, pods))
      expect(JSON.stringify(decideAll(snapshot, pods))).toBe(first)
    }),
    RUNS,
  )
})

function placed(pod: Json, node: string | null): Json {
  if (node === null) return pod
  return { ...pod, spec: { ...(pod['spec'] as Json), nodeName: node } } // makePod made a spec
}

function withPods(snapshot: ClusterCase['snapshot'], more: readonly Json[]): Json {
  return { ...snapshot, pods: [...(snapshot['pods'] ?? []), ...more] }
}
