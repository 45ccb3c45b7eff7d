import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PriorityClassInput } from '../../../schemas/store/priority-class.ts'
import type { AuditLog } from '../../../src/store/audit/log.ts'
import { contentOf } from '../../../src/store/audit/records/content.ts'
import { readRange } from '../../../src/store/audit/records/range.ts'
import {
  deletePriorityClass,
  loadPriorityClasses,
  putPriorityClass,
} from '../../../src/store/priority-classes/classes.ts'
import type { Expectation } from '../../../src/store/priority-classes/refusal.ts'
import { platformRuntime, type Runtime } from '../../../src/store/runtime.ts'
import type { Backend, OpenBackend } from '../backends/backend.ts'
import { dyingStore } from '../backends/faulty-store.ts'
import { testRuntime } from '../test-runtime.ts'
import { makeLog, verifyAll } from './audit-fixtures.ts'

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
      const log = makeLog(store, runtime, cluster)
      const writer = { log, caller: 'will', requestId: 'r-1' }
      return {
        log,
        put: (name: string, input: PriorityClassInput, expectation = ANY) =>
          putPriorityClass(writer, name, input, expectation),
        remove: (name: string, expectation = ANY) => deletePriorityClass(writer, name, expectation),
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

    it('leaves every change in the audit log, whoever wrote it and when', async () => {
      const { log, put, remove } = isolate('logged')
      await put('high', { value: 1 })
      await put('high', { value: 1, description: 'x' })
      await put('high', { value: 1, description: 'x' })
      await remove('high')
      const changes = await readChanges(log)
      expect(changes).toMatchObject([
        { change: 'created', name: 'high', before: null, after: { value: 1 }, caller: 'will' },
        { change: 'replaced', before: { value: 1 }, after: { description: 'x' } },
        { change: 'deleted', after: null, priorityClasses: { version: 3 } },
      ])
      expect(await verifyAll(log)).toMatchObject({ status: 'intact', checked: 3 })
    })

    it('logs a change whose author died before it was logged', async () => {
      for (let step = 2; ; step++) {
        const cluster = `logged-late-${step}`
        const runtime = testRuntime()
        const store = dyingStore(backend.connect(runtime), step, 'before')
        const log = makeLog(store, runtime, cluster)
        const writer = { log, caller: 'will', requestId: 'r-1' }
        const put = await putPriorityClass(writer, 'high', { value: 1 }, ANY)
        expect(put.ok, `step ${step}`).toBe(true)
        if (!store.hasDied()) break
        runtime.advance(10)
        const next = isolate(cluster, runtime)
        await next.put('low', { value: 0 })
        const names = (await readChanges(next.log)).map(({ name }) => name)
        expect([step, names.sort()]).toEqual([step, ['high', 'low']])
        expect(await verifyAll(next.log)).toMatchObject({ status: 'intact', checked: 2 })
      }
    })

    it('recognises its own write, though its answer was lost and another followed', async () => {
      const runtime = testRuntime()
      const store = backend.connect(runtime)
      const other = isolate('lost')
      let isFirst = true
      const log = makeLog(
        {
          ...store,
          async put(item, condition) {
            const put = await store.put(item, condition)
            if (!item.pk.startsWith('priority-classes/') || !isFirst) return put
            isFirst = false
            await other.put('low', { value: 0 })
            return { ok: false, error: { kind: 'conflict', mayHaveWritten: true } }
          },
        },
        runtime,
        'lost',
      )
      const writer = { log, caller: 'will', requestId: 'r-1' }
      const put = await putPriorityClass(writer, 'high', { value: 1 }, { kind: 'absent' })
      expect(put).toMatchObject({ ok: true, value: { isNew: true } })
      const names = (await other.load()).map(({ metadata }) => metadata.name)
      expect(names).toContain('high')
      expect(names).toContain('low')
    })

    it('shows when classes were changed behind the log, or turned back', async () => {
      const { log, put } = isolate('forged')
      await put('high', { value: 1 })
      const key = { pk: 'priority-classes/forged', sk: 'set' }
      const before = await log.store.get(key)
      await put('low', { value: 0 })
      const after = await log.store.get(key)
      if (!before.ok || !after.ok || before.value === null || after.value === null) throw after
      const forged = after.value.body.replace('"value":0', '"value":7')
      await backend.overwrite({ ...after.value, body: forged })
      expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'classes', sequence: 2 } })
      await backend.overwrite(before.value)
      expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'classes', sequence: 2 } })
      // The next write would be version 2 again, and the log knows another one of that number.
      const fresh = isolate('forged')
      await fresh.put('mid', { value: 5 })
      expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'classes' } })
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

/** What the log holds of class changes, in its order. */
async function readChanges(log: AuditLog) {
  const batches = await readRange(log, 1, 1000)
  const records = batches.ok ? batches.value.flatMap(({ records }) => records ?? []) : []
  return records.flatMap((one) => contentOf(one, 'priorityClass') ?? [])
}
