import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportOutcome } from '../../../src/store/audit/records/outcome.ts'
import { auditDecisions } from '../../../src/store/audit/records/preemptions.ts'
import { platformRuntime } from '../../../src/store/runtime.ts'
import type { Backend, OpenBackend } from '../backends/backend.ts'
import { dyingStore, throttledStore } from '../backends/faulty-store.ts'
import { testRuntime } from '../test-runtime.ts'
import {
  listAll,
  makeLog,
  makeProposal,
  makeRequest,
  record,
  recordUntilDone,
  verifyAll,
} from './audit-fixtures.ts'

const WRITERS = 200

/** Appending to the audit log: nothing lost, nothing doubled, nothing forked. */
export function describeAppending(open: OpenBackend): void {
  describe('appending', () => {
    let backend: Backend
    beforeAll(async () => {
      backend = await open()
    })
    afterAll(() => backend.close())

    /** A log as one isolate sees it. */
    const logOf = (cluster: string) => {
      const runtime = testRuntime()
      return makeLog(backend.connect(runtime), runtime, cluster)
    }
    const listed = async (cluster: string) => {
      const { records } = await listAll(logOf(cluster), { victimNamespaces: ['batch'] })
      return records.map(({ id }) => id).reverse()
    }
    const recorded = (id: string, sequence: number) => ({
      id,
      sequence,
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    })

    it('numbers records from 1 without gaps and chains each to the one before', async () => {
      const log = logOf('numbers')
      for (const id of ['d-1', 'd-2', 'd-3']) await record(log, id)
      const records = (await listAll(log)).records.reverse()
      expect(records.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
      expect(records[0]?.previous.hash).toBe(`sha256:${'0'.repeat(64)}`)
      expect(records[1]?.previous.hash).toBe(records[0]?.hash)
      expect(records[2]?.previous.hash).toBe(records[1]?.hash)
    })

    it('keeps who asked, what for, what was chosen and what else was weighed', async () => {
      const log = logOf('content')
      await record(log, 'd-1')
      expect((await listAll(log)).records[0]).toMatchObject({
        format: 1,
        kind: 'preemption',
        cluster: 'content',
        id: 'd-1',
        decisionId: 'd-1',
        caller: 'ann',
        requestId: 'r-1',
        time: '2026-11-21T12:00:00.000Z',
        expiresAt: null,
        profile: 'kubernetes-1.37',
        preemptor: { namespace: 'shop', name: 'web-1', uid: 'u-web-1', priority: 1000 },
        node: 'node-a',
        victims: [
          { namespace: 'batch', name: 'job-1', uid: 'u-job-1', priority: 0, pdbViolated: false },
        ],
        alternatives: [
          {
            node: 'node-b',
            victims: 1,
            highestPriority: 5,
            pdbViolations: 1,
            lostBy: 'pdbViolations',
          },
        ],
        alternativesOmitted: 0,
      })
    })

    it('answers a repeated request as the first time and appends nothing', async () => {
      const first = await record(logOf('repeat'), 'd-1')
      const again = await record(logOf('repeat'), 'd-1')
      expect(first).toEqual({ status: 'recorded', records: [recorded('d-1', 1)] })
      expect(again).toEqual(first)
      expect(await verifyAll(logOf('repeat'))).toMatchObject({ status: 'intact', last: 1 })
    })

    it('gives each pod of a request a record of its own', async () => {
      const request = makeRequest({ decisionId: 'd-many', podCount: 3 })
      const proposals = [makeProposal({ index: 0 }), makeProposal({ index: 2 })]
      const first = await auditDecisions(logOf('many'), request, proposals)
      const records = [recorded('d-many.0', 1), recorded('d-many.2', 2)]
      expect(first).toEqual({ records, proposed: 2, failure: null })
      const again = await auditDecisions(logOf('many'), request, proposals)
      expect(again).toEqual(first)
    })

    it('records a request once however many retries race', async () => {
      const racing = Array.from({ length: 20 }, () => record(logOf('racing'), 'd-1'))
      for (const status of await Promise.all(racing)) {
        expect(status).toEqual({ status: 'recorded', records: [recorded('d-1', 1)] })
      }
      expect(await verifyAll(logOf('racing'))).toMatchObject({ status: 'intact', checked: 1 })
    })

    it('loses and doubles nothing with 200 isolates at once', { timeout: 120_000 }, async () => {
      const ids = Array.from({ length: WRITERS }, (_, writer) => `d-${writer}`)
      const writers = ids.map((id) => {
        // Contention is the point here, so waiting is real, and so is its jitter.
        const runtime = platformRuntime
        const log = makeLog(backend.connect(runtime), runtime, 'crowd')
        return recordUntilDone(log.runtime, () => record(log, id))
      })
      const statuses = await Promise.all(writers)
      const sequences = statuses.map(({ records }) => records[0]?.sequence ?? 0)
      expect([...sequences].sort((a, b) => a - b)).toEqual(ids.map((_, index) => index + 1))
      expect(await verifyAll(logOf('crowd'))).toMatchObject({
        status: 'intact',
        first: 1,
        last: WRITERS,
        checked: WRITERS,
      })
      expect((await listed('crowd')).sort()).toEqual([...ids].sort())
    })

    it('survives the death of the store at any step: a retry completes, and never doubles', async () => {
      for (const moment of ['before', 'after'] as const) {
        for (let step = 0; ; step++) {
          const cluster = `death-${moment}-${step}`
          await record(logOf(cluster), 'd-0')
          const log = logOf(cluster)
          const dying = dyingStore(log.store, step, moment)
          const first = await record({ ...log, store: dying }, 'd-1')
          await record(logOf(cluster), 'd-2')
          const retried = await record(logOf(cluster), 'd-1')
          expect(retried.status).toBe('recorded')
          if (first.status === 'recorded') expect(retried).toEqual(first)
          expect((await listed(cluster)).sort()).toEqual(['d-0', 'd-1', 'd-2'])
          const report = await verifyAll(logOf(cluster))
          expect(report).toMatchObject({ status: 'intact', checked: 3, last: 3 })
          if (!dying.hasDied()) break
        }
      }
    })

    it('says "failed", and when to come again, while the store is throttled', async () => {
      const log = logOf('throttled')
      const status = await record({ ...log, store: throttledStore(log.store) }, 'd-1')
      expect(status).toEqual({
        status: 'failed',
        code: 'store-unavailable',
        detail: 'The store does not answer: 0 of 1 preemptions are recorded; the others are not',
        retryAfterSeconds: 2,
        records: [],
      })
      expect(await verifyAll(log)).toMatchObject({ status: 'intact', checked: 0 })
    })

    it('keeps a record that no item can hold in parts, and finds it by its views', async () => {
      const log = logOf('large')
      const victims = Array.from({ length: 4000 }, (_, index) => ({
        namespace: `space-${index % 300}`,
        name: `\u{1f6a2}-${'n'.repeat(200)}-${index}`,
        priority: 0,
        pdbViolated: false,
      }))
      expect(await record(log, 'd-1', { victims })).toMatchObject({ status: 'recorded' })
      expect(await record(log, 'd-2')).toMatchObject({ status: 'recorded' })
      const [found] = (await listAll(log, { victimNamespaces: ['space-299'] })).records
      expect(found?.victims).toEqual(victims)
      expect(await verifyAll(log)).toMatchObject({ status: 'intact', checked: 2 })
    })

    it('refuses what even parts cannot hold, and goes on with the next', async () => {
      const log = logOf('too-large')
      const name = 'n'.repeat(4_000_000)
      const victims = [{ namespace: 'batch', name, priority: 0, pdbViolated: false }]
      expect(await record(log, 'd-1', { victims })).toMatchObject({
        status: 'failed',
        code: 'too-large',
      })
      expect(await record(log, 'd-2')).toMatchObject({ status: 'recorded' })
    })

    it('keeps a hundred alternatives and the number of the others', async () => {
      const candidates = Array.from({ length: 151 }, (_, index) => ({
        node: index === 0 ? 'node-a' : `other-${index}`,
        victims: [],
        pdbViolations: 0,
        lostBy: null,
      }))
      const log = logOf('alternatives')
      await record(log, 'd-1', { candidates })
      const [kept] = (await listAll(log, {}, { limit: 1 })).records
      expect(kept?.alternatives).toHaveLength(100)
      expect(kept?.alternativesOmitted).toBe(50)
    })

    it('never lets time go back, whatever clocks say', async () => {
      const log = logOf('clocks')
      await record(log, 'd-1')
      const behind = testRuntime('2026-11-21T11:00:00.000Z')
      await record(makeLog(backend.connect(behind), behind, 'clocks'), 'd-2')
      const times = (await listAll(log)).records.map(({ time }) => time)
      expect(times).toEqual(['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z'])
    })

    it('takes any text as a name, and finds it again', async () => {
      const log = logOf('names')
      const preemptor = { namespace: 'a/b', name: '__proto__', priority: 1 }
      const namespace = 'Zoë #1/\u{1f6a2}'
      const victims = [{ namespace, name: 'x', priority: 0, pdbViolated: false }]
      await record(log, 'd-1', { preemptor, victims, node: 'constructor' })
      for (const filter of [
        { preemptor },
        { victimNamespaces: [namespace] },
        { node: 'constructor' },
      ]) {
        const { records } = await listAll(log, filter)
        expect(records.map(({ id }) => id)).toEqual(['d-1'])
      }
    })

    describe('outcomes', () => {
      const executed = {
        outcome: 'executed',
        reason: null,
        caller: 'ann',
        requestId: 'r-9',
      } as const

      it('are said once: the first stands, the same again is answered alike', async () => {
        const log = logOf('outcome')
        await record(log, 'd-1')
        const first = await reportOutcome(log, 'd-1', executed)
        expect(first).toMatchObject({
          ok: true,
          value: { isNew: true, shown: { record: { sequence: 2 } } },
        })
        const again = await reportOutcome(log, 'd-1', { ...executed, requestId: 'r-10' })
        expect(again).toMatchObject({
          ok: true,
          value: { isNew: false, shown: { record: { sequence: 2 } } },
        })
        const other = await reportOutcome(log, 'd-1', { ...executed, outcome: 'failed' })
        expect(other).toEqual({ ok: false, error: { kind: 'taken', outcome: 'executed' } })
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', checked: 2 })
      })

      it('have one winner when different ones race', async () => {
        await record(logOf('outcome-race'), 'd-1')
        const outcomes = ['executed', 'abandoned', 'failed'] as const
        const reports = Array.from({ length: 21 }, (_, index) => {
          const outcome = outcomes[index % 3] ?? 'executed'
          return reportOutcome(logOf('outcome-race'), 'd-1', { ...executed, outcome })
        })
        const results = await Promise.all(reports)
        expect(results.filter((result) => result.ok && result.value.isNew)).toHaveLength(1)
        expect(results.filter((result) => result.ok)).toHaveLength(7)
        expect(await verifyAll(logOf('outcome-race'))).toMatchObject({ checked: 2 })
      })
    })
  })
}
