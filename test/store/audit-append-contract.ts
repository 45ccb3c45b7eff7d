import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditDecisions } from '../../src/store/audit-decisions.ts'
import { reportOutcome } from '../../src/store/audit-outcome.ts'
import { listPreemptions } from '../../src/store/audit-query.ts'
import { platformRuntime } from '../../src/store/runtime.ts'
import { makeLog, makeProposal, makeRequest, record, verifyAll } from './audit-fixtures.ts'
import type { Backend, OpenBackend } from './backend.ts'
import { dyingStore, throttledStore } from './faulty-store.ts'
import { testRuntime } from './test-runtime.ts'

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
      const log = logOf(cluster)
      const byNamespace = { victimNamespaces: ['batch'] }
      const page = await listPreemptions(log, byNamespace, { before: null, limit: 1000 })
      if (!page.ok) throw new Error(page.error.cause)
      return page.value.records.map(({ id }) => id).reverse()
    }

    it('numbers records from 1 without gaps and chains each to the one before', async () => {
      const log = logOf('numbers')
      for (const id of ['d-1', 'd-2', 'd-3']) await record(log, id)
      const page = await listPreemptions(log, {}, { before: null, limit: 10 })
      const records = page.ok ? [...page.value.records].reverse() : []
      expect(records.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
      expect(records[0]?.previous.hash).toBe(`sha256:${'0'.repeat(64)}`)
      expect(records[1]?.previous.hash).toBe(records[0]?.hash)
      expect(records[2]?.previous.hash).toBe(records[1]?.hash)
    })

    it('keeps who asked, what for, what was chosen and what else was weighed', async () => {
      const log = logOf('content')
      await record(log, 'd-1')
      const page = await listPreemptions(log, {}, { before: null, limit: 10 })
      expect(page.ok && page.value.records[0]).toMatchObject({
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
      expect(first).toEqual({ status: 'recorded', records: [{ id: 'd-1', sequence: 1 }] })
      expect(again).toEqual(first)
      expect(await verifyAll(logOf('repeat'))).toMatchObject({ status: 'intact', last: 1 })
    })

    it('gives each pod of a request a record of its own', async () => {
      const request = makeRequest({ decisionId: 'd-many', podCount: 3 })
      const proposals = [makeProposal({ index: 0 }), makeProposal({ index: 2 })]
      const first = await auditDecisions(logOf('many'), request, proposals)
      const records = [
        { id: 'd-many.0', sequence: 1 },
        { id: 'd-many.2', sequence: 2 },
      ]
      expect(first).toEqual({ ok: true, value: records })
      const again = await auditDecisions(logOf('many'), request, proposals)
      expect(again).toEqual(first)
    })

    it('records a request once however many retries race', async () => {
      const racing = Array.from({ length: 20 }, () => record(logOf('racing'), 'd-1'))
      for (const status of await Promise.all(racing)) {
        expect(status).toEqual({ status: 'recorded', records: [{ id: 'd-1', sequence: 1 }] })
      }
      expect(await verifyAll(logOf('racing'))).toMatchObject({ status: 'intact', checked: 1 })
    })

    it('loses and doubles nothing with 200 isolates at once', { timeout: 120_000 }, async () => {
      const ids = Array.from({ length: WRITERS }, (_, writer) => `d-${writer}`)
      const writers = ids.map((id) => {
        // Contention is the point here, so waiting is real, and so is its jitter.
        const runtime = platformRuntime
        return record(makeLog(backend.connect(runtime), runtime, 'crowd'), id)
      })
      const sequences = (await Promise.all(writers)).map((status) => {
        if (status.status !== 'recorded') throw new Error(JSON.stringify(status))
        return status.records[0]?.sequence ?? 0
      })
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
      expect(status).toMatchObject({
        status: 'failed',
        code: 'store-unavailable',
        retryAfterSeconds: 2,
      })
      expect(await verifyAll(log)).toMatchObject({ status: 'intact', checked: 0 })
    })

    it('refuses a record that no item can hold, and goes on with the next', async () => {
      const log = logOf('large')
      const name = 'n'.repeat(400_000)
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
      const page = await listPreemptions(log, {}, { before: null, limit: 1 })
      const [kept] = page.ok ? page.value.records : []
      expect(kept?.alternatives).toHaveLength(100)
      expect(kept?.alternativesOmitted).toBe(50)
    })

    it('never lets time go back, whatever clocks say', async () => {
      const log = logOf('clocks')
      await record(log, 'd-1')
      const behind = testRuntime('2026-11-21T11:00:00.000Z')
      await record(makeLog(backend.connect(behind), behind, 'clocks'), 'd-2')
      const page = await listPreemptions(log, {}, { before: null, limit: 10 })
      const times = page.ok ? page.value.records.map(({ time }) => time) : []
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
        const page = await listPreemptions(log, filter, { before: null, limit: 10 })
        expect(page.ok && page.value.records.map(({ id }) => id)).toEqual(['d-1'])
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
        const first = await reportOutcome(log, { id: 'd-1' }, executed)
        expect(first).toMatchObject({ ok: true, value: { isNew: true, entry: { sequence: 2 } } })
        const again = await reportOutcome(log, { id: 'd-1' }, { ...executed, requestId: 'r-10' })
        expect(again).toMatchObject({ ok: true, value: { isNew: false, entry: { sequence: 2 } } })
        const other = await reportOutcome(log, { id: 'd-1' }, { ...executed, outcome: 'failed' })
        expect(other).toEqual({ ok: false, error: { kind: 'taken', outcome: 'executed' } })
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', checked: 2 })
      })

      it('have one winner when different ones race', async () => {
        await record(logOf('outcome-race'), 'd-1')
        const outcomes = ['executed', 'abandoned', 'failed'] as const
        const reports = Array.from({ length: 21 }, (_, index) => {
          const outcome = outcomes[index % 3] ?? 'executed'
          return reportOutcome(logOf('outcome-race'), { id: 'd-1' }, { ...executed, outcome })
        })
        const results = await Promise.all(reports)
        expect(results.filter((result) => result.ok && result.value.isNew)).toHaveLength(1)
        expect(results.filter((result) => result.ok)).toHaveLength(7)
        expect(await verifyAll(logOf('outcome-race'))).toMatchObject({ checked: 2 })
      })
    })
  })
}
