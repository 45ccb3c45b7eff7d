import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PriorityClassInput } from '../../schemas/priority-class.ts'
import {
  deletePriorityClass,
  type Expectation,
  loadPriorityClasses,
  putPriorityClass,
} from '../../src/store/priority-classes/classes.ts'
import { platformRuntime, type Runtime } from '../../src/store/runtime.ts'
import type { Backend, OpenBackend } from './backend.ts'
import { testRuntime } from './test-runtime.ts'

const ANY: Expectation = { kind: 'any' }

/** PriorityClasses under races; Kubernetes' own rules are tested at the route. */
export function describePriorityClasses(open: OpenBackend): void {
  describe('priority classes', () => {
    let backend: Backend
    beforeAll(async () => {
      backend = await open()
    })
    afterAll(() => backend.close())

    /** The classes of a cluster as one isolate sees them. */
    const isolate = (cluster: string, runtime: Runtime = testRuntime()) => {
      const store = backend.connect(runtime)
      return {
        put: (name: string, input: PriorityClassInput, expectation = ANY) =>
          putPriorityClass({ store, runtime, cluster }, name, input, expectation),
        remove: (name: string, expectation = ANY) =>
          deletePriorityClass({ store, runtime, cluster }, name, expectation),
        load: async () => {
          const loaded = await loadPriorityClasses(store, cluster)
          return loaded.ok ? loaded.value.classes : []
        },
      }
    }

    it('has the two classes of the system in every cluster', async () => {
      const classes = await isolate('fresh').load()
      expect(classes.map(({ metadata, value }) => [metadata.name, value])).toEqual([
        ['system-cluster-critical', 2_000_000_000],
        ['system-node-critical', 2_000_001_000],
      ])
    })

    it('keeps clusters apart', async () => {
      await isolate('one').put('high', { value: 1000 })
      expect(await isolate('two').load()).toHaveLength(2)
    })

    it('keeps every one of forty classes that are created at once', async () => {
      const names = Array.from({ length: 40 }, (_, index) => `class-${index + 10}`)
      const puts = await Promise.all(
        // Everybody is in everybody's way here, so waiting is real.
        names.map((name, value) => isolate('burst', platformRuntime).put(name, { value })),
      )
      expect(puts.every((put) => put.ok && put.value.isNew)).toBe(true)
      const classes = await isolate('burst').load()
      const stored = classes.map(({ metadata }) => metadata.name)
      expect(stored.filter((name) => name.startsWith('class-'))).toEqual(names)
    })

    it('has at most one global default, however many are put at once', async () => {
      const puts = await Promise.all(
        Array.from({ length: 20 }, (_, value) =>
          isolate('default').put(`class-${value}`, { value, globalDefault: true }),
        ),
      )
      expect(puts.filter((put) => put.ok)).toHaveLength(1)
      const refused = puts.flatMap((put) => (put.ok ? [] : [put.error.kind]))
      expect(new Set(refused)).toEqual(new Set(['defaultTaken']))
      const classes = await isolate('default').load()
      expect(classes.filter(({ globalDefault }) => globalDefault)).toHaveLength(1)
    })

    it('lets one of ten writers with the same version win', async () => {
      const created = await isolate('versions').put('high', { value: 1000 })
      if (!created.ok) throw new Error(created.error.kind)
      const { resourceVersion } = created.value.written.metadata
      const expectation = { kind: 'versions', resourceVersions: [resourceVersion] } as const
      const puts = await Promise.all(
        Array.from({ length: 10 }, (_, writer) =>
          isolate('versions').put('high', { value: 1000, description: `${writer}` }, expectation),
        ),
      )
      expect(puts.filter((put) => put.ok)).toHaveLength(1)
      const refused = puts.flatMap((put) => (put.ok ? [] : [put.error.kind]))
      expect(new Set(refused)).toEqual(new Set(['unexpected']))
    })

    it('creates once when ten demand that it is absent', async () => {
      const puts = await Promise.all(
        Array.from({ length: 10 }, () =>
          isolate('absent').put('high', { value: 1000 }, { kind: 'absent' }),
        ),
      )
      expect(puts.filter((put) => put.ok && put.value.isNew)).toHaveLength(1)
    })

    it('never uses a version twice, not even for a class that was deleted and made anew', async () => {
      const { put, remove } = isolate('anew')
      const first = await put('high', { value: 1 })
      await remove('high')
      const second = await put('high', { value: 2 })
      if (!first.ok || !second.ok) throw new Error('not written')
      const versionOf = ({ value }: typeof first) => Number(value.written.metadata.resourceVersion)
      expect(versionOf(second)).toBeGreaterThan(versionOf(first))
    })

    it('writes nothing when nothing changes', async () => {
      const { put } = isolate('same')
      const first = await put('high', { value: 1, description: 'x', globalDefault: false })
      const again = await put('high', { value: 1, description: 'x' })
      if (!first.ok) throw new Error(first.error.kind)
      expect(again).toEqual({ ok: true, value: { written: first.value.written, isNew: false } })
    })
  })
}
