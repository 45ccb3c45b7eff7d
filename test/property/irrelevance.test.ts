import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideAll } from '../support/decide-all.ts'
import type { Json } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { type ClusterCase, clusterCase } from './arbitraries.ts'

const RUNS = { numRuns: 200 }
const ANY_CASE = clusterCase({ nominations: true, volumes: true })

it('does not depend on the order of keys in any object', () => {
  fc.assert(
    fc.property(ANY_CASE, ({ snapshot, pods }) => {
      const reversed = decideAll(
        withReversedKeys(snapshot) as Json,
        withReversedKeys(pods) as Json[],
      ) // same types
      expect(reversed).toEqual(decideAll(snapshot, pods))
    }),
    RUNS,
  )
})

it('does not depend on objects that no rule reads for these pods', () => {
  fc.assert(
    fc.property(ANY_CASE, ({ snapshot, pods }) => {
      expect(decideAll(withUnrelated(snapshot), pods)).toEqual(decideAll(snapshot, pods))
    }),
    RUNS,
  )
})

it('does not depend on the order of kinds, or of objects of a kind but nodes and pods', () => {
  fc.assert(
    fc.property(ANY_CASE, ({ snapshot, pods }) => {
      const kinds = Object.entries(snapshot).reverse()
      const shuffled = kinds.map(([kind, objects]) =>
        kind === 'nodes' || kind === 'pods' ? [kind, objects] : [kind, [...objects].reverse()],
      )
      // Which of several violated budgets is charged does follow from their order.
      const { podDisruptionBudgets: budgets = [] } = snapshot
      const reordered = { ...Object.fromEntries(shuffled), podDisruptionBudgets: budgets }
      expect(decideAll(reordered, pods)).toEqual(decideAll(snapshot, pods))
    }),
    RUNS,
  )
})

function withReversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReversedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, item]) => [key, withReversedKeys(item)]))
}

/** Objects of every kind that select, own and hold nothing of these pods. */
function withUnrelated(snapshot: ClusterCase['snapshot']): Json {
  const named = (name: string) => ({ metadata: { name, namespace: 'elsewhere' } })
  const selector = { matchLabels: { app: 'a' } }
  const add = (kind: string, ...objects: Json[]) => ({
    [kind]: [...(snapshot[kind] ?? []), ...objects],
  })
  return {
    ...snapshot,
    ...add('namespaces', { metadata: { name: 'elsewhere' } }),
    ...add('services', { ...named('a'), spec: { selector: { app: 'a' } } }),
    ...add('replicaSets', { ...named('a'), spec: { selector } }),
    ...add('podDisruptionBudgets', { ...named('a'), spec: { selector }, status: {} }),
    ...add('persistentVolumeClaims', {
      ...named('shared'),
      spec: {},
      status: { phase: 'Pending' },
    }),
    ...add('priorityClasses', { metadata: { name: 'unused' }, value: 1000 }),
    ...add(
      'pods',
      makePod('finished', { node: 'n0', labels: { app: 'a' }, status: { phase: 'Succeeded' } }),
      makePod('waiting', { labels: { app: 'a' } }),
      makePod('nowhere', { node: 'gone', labels: { app: 'a' } }),
    ),
  }
}
