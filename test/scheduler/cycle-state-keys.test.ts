import { expect, it } from 'vitest'
import { CycleStateKeys } from '../../src/scheduler/cycle-state-keys.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import type { Pod } from '../../src/snapshot/pods/pod.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { clusterOf } from '../support/read-objects.ts'

/** Keeps away from pods of an app. */
function shy(name: string, app: string, of: string) {
  const term = {
    topologyKey: 'kubernetes.io/hostname',
    labelSelector: { matchLabels: { app: of } },
  }
  const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] }
  return makePod(name, { labels: { app }, spec: { affinity: { podAntiAffinity } } })
}

function keysOf(...pods: ReturnType<typeof makePod>[]) {
  const cluster = clusterOf({ nodes: [makeNode('a'), makeNode('b')] }, { pods })
  const resolved = resolveProfile({ only: [], fixes: false })
  if (!resolved.ok) throw new Error('no profile')
  const profile = resolved.value.profiles.get('default-scheduler')
  if (profile === undefined) throw new Error('no default scheduler')
  const keys = new CycleStateKeys(cluster, profile)
  return { cluster, keys, pending: cluster.pending as Pod[] }
}

it('a pod that its own terms select keeps its key when one like it is placed', () => {
  const { cluster, keys, pending } = keysOf(shy('first', 'web', 'web'), shy('second', 'web', 'web'))
  const [first, second] = pending as [Pod, Pod] // the two above
  const { whole } = keys.of(first.signature)
  expect(keys.of(second.signature).whole).toBe(whole)
  cluster.assume(first, 0)
  expect(keys.of(second.signature).whole).toBe(whole)
})

it('a pod that the terms of a placed pod select gets another key, and others keep theirs', () => {
  const { cluster, keys, pending } = keysOf(
    shy('shy', 'web', 'batch'),
    makePod('selected', { labels: { app: 'batch' } }),
    makePod('other', { labels: { app: 'db' } }),
  )
  const [placed, selected, other] = pending as [Pod, Pod, Pod] // the three above
  const before = keys.of(other.signature).whole
  expect(keys.of(selected.signature).whole).toBe(before)
  cluster.assume(placed, 0)
  expect(keys.of(selected.signature).whole).not.toBe(before)
  expect(keys.of(other.signature).whole).toBe(before)
})
