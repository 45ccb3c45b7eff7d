import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DecideOptions, decideAll, decideOne } from '../support/decide-all.ts'
import type { Json } from '../support/make-node.ts'
import { type ClusterCase, clusterCase, HOSTNAME } from './arbitraries.ts'

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
  { name: 'pods with all that pods may have', options: { extras: true, nominations: true } },
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

/** They share findings as far as no rule tells them apart; Services, terms and owners may. */
it.each([
  { name: 'as drawn', seed: undefined },
  // Where a nominated pod keeps away from one of them and not from the other.
  { name: 'as drawn before', seed: 1824931548 },
])(
  'pods of two templates, $name, each with labels of its own, get what each alone gets',
  ({ seed }) => {
    const labels = fc.record({
      app: fc.constantFrom('a', 'b', 'c'),
      tier: fc.constantFrom('front', 'back'),
    })
    fc.assert(
      fc.property(
        clusterCase({ nominations: true, extras: true }),
        fc.array(labels, { minLength: 3, maxLength: 8 }),
        (one, all) => {
          const pods = all.map((own, index) => {
            const like = one.pods[index % Math.min(2, one.pods.length)] ?? {}
            const metadata = { ...(like['metadata'] as Json), name: `u${index}` } // makePod made it
            return { ...like, metadata: { ...metadata, labels: { ...own, own: `${index}` } } }
          })
          expectSameFromScratch({ ...one, pods })
        },
      ),
      { ...RUNS, ...(seed !== undefined && { seed }) },
    )
  },
)

const REQUESTS = fc.record({
  cpu: fc.integer({ min: 1, max: 3000 }).map((milli) => `${milli}m`),
  memory: fc.integer({ min: 1, max: 4000 }).map((mebi) => `${mebi}Mi`),
})

/** One state follows from pod to pod where many differ in nothing but their requests. */
it('pods of two templates, each with requests of its own, get what each alone gets', () => {
  fc.assert(
    fc.property(
      clusterCase({ nominations: true, extras: true }),
      fc.array(REQUESTS, { minLength: 18, maxLength: 24 }),
      (one, all) => expectSameFromScratch({ ...one, pods: asking(one.pods, all) }),
    ),
    { numRuns: 100 },
  )
})

/** Whoever returns often enough has a state of its own in the end. */
it('pods that ask in turn for one of three amounts get what each alone gets', () => {
  fc.assert(
    fc.property(
      clusterCase({ nominations: true, extras: true }),
      fc.tuple(REQUESTS, REQUESTS, REQUESTS),
      fc.array(fc.nat(2), { minLength: 36, maxLength: 40 }),
      (one, amounts, turns) => {
        const all = turns.flatMap((turn) => amounts[turn] ?? [])
        expectSameFromScratch({ ...one, pods: asking(one.pods.slice(0, 1), all) })
      },
    ),
    { numRuns: 30 },
  )
})

/** Pods of the first two templates in turn, with requests of their own. */
function asking(templates: readonly Json[], requests: readonly Json[]): Json[] {
  return requests.map((own, index) => {
    const like = templates[index % Math.min(2, templates.length)] ?? {}
    const spec = like['spec'] as Json // makePod made it
    const containers = (spec['containers'] as Json[]).map((container) => ({
      ...container,
      resources: { requests: own },
    }))
    const metadata = { ...(like['metadata'] as Json), name: `u${index}` }
    return { ...like, metadata, spec: { ...spec, containers } }
  })
}

/** From 100 nodes up a configured scheduler looks only for a share of the feasible ones. */
it('holds as well where the search ends before the last node', () => {
  const config = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    percentageOfNodesToScore: 20,
  }
  fc.assert(
    fc.property(clusterCase({ nominations: true }), fc.nat(130), (one, startIndex) => {
      const snapshot = { ...one.snapshot, nodes: manyNodes(one.snapshot['nodes'] ?? [], 130) }
      const options = { config, startIndex }
      expectSameFromScratch({ ...one, snapshot }, options)
    }),
    { numRuns: 30 },
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

function expectSameFromScratch({ snapshot, pods }: ClusterCase, options: DecideOptions = {}): void {
  const together = decideAll(snapshot, pods, options)
  for (const [index, pod] of pods.entries()) {
    const before = pods.slice(0, index).map((one, at) => placed(one, together[at]?.node ?? null))
    // Later pods count only by what was promised to them; so do earlier ones that found no node.
    const others = [...before, ...pods.slice(index + 1)]
    const alone = decideOne(withPods(snapshot, others), pod, options)
    expect(together[index]).toEqual(alone)
  }
}

/** The first ones again and again under other names, so that pods that run stay where they are. */
function manyNodes(nodes: readonly Json[], count: number): Json[] {
  return Array.from({ length: count }, (_, index) => {
    const like = nodes[index % nodes.length] ?? {}
    const { labels } = like['metadata'] as { labels: Json } // makeNode made them
    const name = `n${index}`
    return { ...like, metadata: { name, labels: { ...labels, [HOSTNAME]: name } } }
  })
}

function placed(pod: Json, node: string | null): Json {
  if (node === null) return pod
  return { ...pod, spec: { ...(pod['spec'] as Json), nodeName: node } } // makePod made a spec
}

function withPods(snapshot: ClusterCase['snapshot'], more: readonly Json[]): Json {
  return { ...snapshot, pods: [...(snapshot['pods'] ?? []), ...more] }
}
