import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditLog } from '../../../src/store/audit/log.ts'
import type { PreemptionFilter } from '../../../src/store/audit/lookup/preemption-filter.ts'
import type { Backend, OpenBackend } from '../backends/backend.ts'
import { dyingStore, unwritableStore } from '../backends/faulty-store.ts'
import { testRuntime } from '../test-runtime.ts'
import { listAll, makeLog, record } from './audit-fixtures.ts'

/** Finding records: one an hour from 12:00 on, of two nodes, two preemptors, three namespaces. */
const RECORDS = [
  { id: 'd-1', node: 'node-a', web: 'web-1', namespaces: ['red'] },
  { id: 'd-2', node: 'node-b', web: 'web-2', namespaces: ['red', 'blue'] },
  { id: 'd-3', node: 'node-a', web: 'web-1', namespaces: ['blue'] },
  { id: 'd-4', node: 'node-b', web: 'web-1', namespaces: ['green', 'green'] },
  { id: 'd-5', node: 'node-a', web: 'web-2', namespaces: ['red'] },
]

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
const shop = (name: string) => ({ namespace: 'shop', name })

export function describeQueries(open: OpenBackend): void {
  describe('queries', () => {
    let backend: Backend
    let log: AuditLog
    beforeAll(async () => {
      backend = await open()
      const runtime = testRuntime()
      log = makeLog(backend.connect(runtime), runtime, 'queries')
      for (const { id, node, web, namespaces } of RECORDS) {
        const victims = namespaces.map((namespace, index) => ({
          namespace,
          name: `pod-${index}`,
          priority: 0,
          pdbViolated: false,
        }))
        await record(log, id, { node, preemptor: { ...shop(web), priority: 9 }, victims })
        runtime.advance(3600)
      }
    })
    afterAll(() => backend.close())

    /** All pages of a listing. */
    const pages = async (filter: PreemptionFilter, limit: number) => {
      const found: string[][] = []
      let before: number | null = null
      do {
        const page = await listAll(log, filter, { before, limit })
        found.push(page.records.map(({ id }) => id))
        before = page.before
      } while (before !== null)
      return found
    }

    const cases: { name: string; filter: PreemptionFilter; want: string[] }[] = [
      { name: 'everything, newest first', filter: {}, want: ['d-5', 'd-4', 'd-3', 'd-2', 'd-1'] },
      {
        name: 'from a time, that time included',
        filter: { from: at(14) },
        want: ['d-5', 'd-4', 'd-3'],
      },
      { name: 'to a time, that time excluded', filter: { to: at(14) }, want: ['d-2', 'd-1'] },
      { name: 'a range of time', filter: { from: at(13), to: at(15) }, want: ['d-3', 'd-2'] },
      { name: 'a range before everything', filter: { to: at(12) }, want: [] },
      { name: 'a range after everything', filter: { from: at(17), to: at(20) }, want: [] },
      { name: 'a node', filter: { node: 'node-b' }, want: ['d-4', 'd-2'] },
      { name: 'a preemptor', filter: { preemptor: shop('web-2') }, want: ['d-5', 'd-2'] },
      {
        name: 'a preemptor of another namespace',
        filter: { preemptor: { namespace: 'red', name: 'web-2' } },
        want: [],
      },
      {
        name: 'a victim namespace',
        filter: { victimNamespaces: ['red'] },
        want: ['d-5', 'd-2', 'd-1'],
      },
      {
        name: 'two namespaces, each record once',
        filter: { victimNamespaces: ['blue', 'red'] },
        want: ['d-5', 'd-3', 'd-2', 'd-1'],
      },
      { name: 'no namespace at all', filter: { victimNamespaces: [] }, want: [] },
      { name: 'an unknown namespace', filter: { victimNamespaces: ['black'] }, want: [] },
      {
        name: 'all conditions at once',
        filter: {
          node: 'node-a',
          victimNamespaces: ['red'],
          preemptor: shop('web-2'),
          from: at(13),
        },
        want: ['d-5'],
      },
    ]

    it.each(cases)('finds $name', async ({ filter, want }) => {
      expect((await pages(filter, 100)).flat()).toEqual(want)
    })

    it.each(cases)(
      'pages one by one through $name, without loss or repetition',
      async ({ filter, want }) => {
        const found = await pages(filter, 1)
        expect(found.flat()).toEqual(want)
        for (const page of found) expect(page.length).toBeLessThanOrEqual(1)
      },
    )

    it('keeps its place when records are added between two pages', async () => {
      const runtime = testRuntime()
      const other = makeLog(backend.connect(runtime), runtime, 'growing')
      for (const id of ['d-1', 'd-2', 'd-3']) await record(other, id)
      const first = await listAll(other, {}, { limit: 2 })
      await record(other, 'd-4')
      const second = await listAll(other, {}, { before: first.before, limit: 2 })
      expect(second.records.map(({ id }) => id)).toEqual(['d-1'])
    })

    it('lists a record whose author died before it was settled, also to who may not write', async () => {
      const runtime = testRuntime()
      const other = makeLog(backend.connect(runtime), runtime, 'orphan')
      await record(other, 'd-0')
      // The claim, a look into the inbox, the record: with the next call it would be settled.
      await record({ ...other, store: dyingStore(other.store, 3, 'before') }, 'd-1')
      const reader = makeLog(unwritableStore(other.store), runtime, 'orphan')
      for (const filter of [{}, { node: 'node-a' }, { victimNamespaces: ['batch'] }]) {
        const { records } = await listAll(reader, filter)
        expect(records.map(({ id }) => id)).toEqual(['d-1', 'd-0'])
      }
    })
  })
}
