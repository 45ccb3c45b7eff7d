import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256OfText } from '../../src/digest.ts'
import { chainPartition, checkpointKey, recordKey } from '../../src/store/audit-keys.ts'
import type { AuditLog } from '../../src/store/audit-log.ts'
import { listPreemptions } from '../../src/store/audit-query.ts'
import { verifyChain } from '../../src/store/audit-verify.ts'
import { canonicalJson } from '../../src/store/canonical-json.ts'
import type { StoredItem } from '../../src/store/port.ts'
import { makeLog, record, verifyAll } from './audit-fixtures.ts'
import type { Backend, OpenBackend } from './backend.ts'
import { type TestRuntime, testRuntime } from './test-runtime.ts'

const DAY = 24 * 3600

/** Walking the chain: what verification finds, and what retention leaves. */
export function describeVerification(open: OpenBackend): void {
  describe('verification', () => {
    let backend: Backend
    beforeAll(async () => {
      backend = await open()
    })
    afterAll(() => backend.close())

    const logOf = (cluster: string, runtime: TestRuntime, days: number | null = null) =>
      makeLog(backend.connect(runtime), runtime, cluster, days === null ? null : days * DAY)

    const filled = async (cluster: string, count: number) => {
      const log = logOf(cluster, testRuntime())
      for (let index = 1; index <= count; index++) await record(log, `d-${index}`)
      return log
    }
    const items = async ({ store, cluster }: AuditLog) => {
      const found = await store.query({ pk: chainPartition(cluster), limit: 1000 })
      return found.ok ? found.value : []
    }
    const edit = async (log: AuditLog, sequence: number, change: (body: string) => string) => {
      const item = await log.store.get(recordKey(log.cluster, sequence))
      if (!item.ok || item.value === null) throw new Error(`no record ${sequence}`)
      await backend.overwrite({ ...item.value, body: change(item.value.body) })
    }
    /** Changes a record and gives it the hash of its new content, as a careful intruder would. */
    const rewrite = async (log: AuditLog, sequence: number, previousHash?: string) => {
      const item = await log.store.get(recordKey(log.cluster, sequence))
      const { hash: _, ...body } = JSON.parse((item.ok && item.value?.body) || '')
      const previous = { ...body.previous, ...(previousHash && { hash: previousHash }) }
      const forged = { ...body, previous, caller: 'mallory' }
      const hash = await sha256OfText(canonicalJson(forged))
      await edit(log, sequence, () => canonicalJson({ ...forged, hash }))
      return hash
    }

    it('finds an empty chain intact', async () => {
      const report = await verifyAll(logOf('empty', testRuntime()))
      expect(report).toMatchObject({ status: 'intact', first: null, last: null, checked: 0 })
    })

    it('finds an untouched chain intact, over several batches', async () => {
      const report = await verifyAll(await filled('untouched', 205))
      expect(report).toMatchObject({ status: 'intact', first: 1, last: 205, checked: 205 })
      expect(report.checkpoint?.sequence).toBe(205)
    })

    it.each([1, 3, 5])('names record %i when it was taken away', async (sequence) => {
      const log = await filled(`missing-${sequence}`, 5)
      await backend.remove(recordKey(log.cluster, sequence))
      expect(await verifyAll(log)).toMatchObject({
        status: 'broken',
        fault: { kind: 'missing', sequence },
      })
    })

    it('names the first of several', async () => {
      const log = await filled('several', 6)
      await edit(log, 5, (body) => body.replace('"ann"', '"bob"'))
      await backend.remove(recordKey(log.cluster, 3))
      expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'missing', sequence: 3 } })
    })

    it.each([1, 3, 5])('names record %i when a word of it was changed', async (sequence) => {
      const log = await filled(`altered-${sequence}`, 5)
      await edit(log, sequence, (body) => body.replace('"ann"', '"bob"'))
      expect(await verifyAll(log)).toMatchObject({
        status: 'broken',
        fault: { kind: 'altered', sequence },
      })
    })

    it.each(['', 'not json', '{}', '[]', 'null'])('names a record that became %j', async (body) => {
      const log = await filled(`unreadable-${body.length}-${body.charCodeAt(0)}`, 3)
      await edit(log, 2, () => body)
      expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'altered', sequence: 2 } })
    })

    it.each([1, 3, 5])(
      'names record %i when it was rewritten with a new hash',
      async (sequence) => {
        const log = await filled(`rewritten-${sequence}`, 5)
        await rewrite(log, sequence)
        expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'altered', sequence } })
      },
    )

    it('finds a chain rewritten to its end, by the checkpoint', async () => {
      const log = await filled('forged', 5)
      let hash = await rewrite(log, 3)
      for (const sequence of [4, 5]) hash = await rewrite(log, sequence, hash)
      expect(await verifyAll(log)).toMatchObject({ status: 'broken', fault: { kind: 'altered' } })
    })

    it('finds a record that was moved here from another cluster', async () => {
      const log = await filled('moved', 3)
      const other = await filled('elsewhere', 3)
      const item = await other.store.get(recordKey('elsewhere', 2))
      const body = item.ok ? (item.value?.body ?? '') : ''
      await edit(log, 2, () => body)
      expect(await verifyAll(log)).toMatchObject({
        fault: { kind: 'altered', sequence: 2, detail: 'It is record 2 of elsewhere.' },
      })
    })

    it('finds that the checkpoint was taken away or turned back', async () => {
      const log = await filled('checkpoint', 4)
      const key = checkpointKey('checkpoint')
      const item = await log.store.get(key)
      await backend.remove(key)
      expect(await verifyAll(log)).toMatchObject({ status: 'broken', checkpoint: null })
      const end = JSON.parse((item.ok && item.value?.body) || '')
      const body = canonicalJson({ ...end, sequence: 2 })
      await backend.overwrite({ ...key, version: 2, body } satisfies StoredItem)
      expect(await verifyAll(log)).toMatchObject({ status: 'broken' })
    })

    it('is not repaired by an append: the number of a lost last record is not given again', async () => {
      const log = await filled('cut', 3)
      await backend.remove(recordKey('cut', 3))
      expect(await record(log, 'd-4')).toMatchObject({ records: [{ sequence: 4 }] })
      expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'missing', sequence: 3 } })
    })

    it('goes on where a walk of limited length stopped', async () => {
      const log = await filled('walks', 250)
      const first = await verifyChain(log, null, 100)
      if (!first.ok) throw new Error(first.error.cause)
      expect(first.value.report).toMatchObject({ status: 'partial', checked: 100, last: 100 })
      const second = await verifyChain(log, first.value.position, 1000)
      if (!second.ok) throw new Error(second.error.cause)
      expect(second.value.report).toMatchObject({ status: 'intact', first: 101, last: 250 })
      await rewrite(log, 101, `sha256:${'1'.repeat(64)}`)
      const third = await verifyChain(log, first.value.position, 1000)
      expect(third.ok && third.value.report.fault).toMatchObject({ kind: 'altered', sequence: 101 })
    })

    describe('retention', () => {
      it('puts the expiry where the TTL of the table reads it', async () => {
        const runtime = testRuntime()
        const log = logOf('ttl', runtime, 30)
        await record(log, 'd-1')
        const [item] = await items(log)
        expect(item?.expiresAtSeconds).toBe(runtime.now().getTime() / 1000 + 30 * DAY)
      })

      it('leaves a chain that verifies, in whatever order records expire', async () => {
        const runtime = testRuntime()
        const log = logOf('expiring', runtime, 30)
        for (let index = 1; index <= 6; index++) {
          await record(log, `d-${index}`)
          runtime.advance(10 * DAY)
        }
        // Now day 60: 1 to 4 have expired; TTL takes them in an order of its own.
        await backend.remove(recordKey('expiring', 2))
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 1, first: 1 })
        await backend.remove(recordKey('expiring', 1))
        await backend.remove(recordKey('expiring', 3))
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 3, first: 4 })
        await backend.remove(recordKey('expiring', 5))
        expect(await verifyAll(log)).toMatchObject({
          fault: { kind: 'missing', sequence: 5 },
        })
      })

      it('does not show what has expired but is still there', async () => {
        const runtime = testRuntime()
        const log = logOf('lingering', runtime, 1)
        await record(log, 'd-1')
        runtime.advance(DAY / 2)
        await record(log, 'd-2')
        runtime.advance(DAY / 2)
        const page = await listPreemptions(log, {}, { before: null, limit: 10 })
        expect(page.ok && page.value.records.map(({ id }) => id)).toEqual(['d-2'])
      })

      it('goes on numbering and chaining after everything has expired', async () => {
        const runtime = testRuntime()
        const log = logOf('gone', runtime, 1)
        for (const id of ['d-1', 'd-2']) await record(log, id)
        runtime.advance(2 * DAY)
        for (const sequence of [1, 2]) await backend.remove(recordKey('gone', sequence))
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 2, first: null })
        expect(await record(log, 'd-3')).toMatchObject({ records: [{ sequence: 3 }] })
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 2, first: 3 })
      })

      it('does not take a record without expiry for an expired one', async () => {
        const runtime = testRuntime()
        await record(logOf('mixed', runtime, 1), 'd-1')
        await record(logOf('mixed', runtime, null), 'd-2')
        const log = logOf('mixed', runtime, 1)
        await record(log, 'd-3')
        await record(log, 'd-4')
        runtime.advance(2 * DAY)
        await backend.remove(recordKey('mixed', 3))
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 1 })
        await backend.remove(recordKey('mixed', 2))
        expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'missing', sequence: 2 } })
      })

      it('lets newer records wait for older ones when it is shortened', async () => {
        const runtime = testRuntime()
        await record(logOf('shortened', runtime, 30), 'd-1')
        await record(logOf('shortened', runtime, 1), 'd-2')
        const log = logOf('shortened', runtime, 1)
        const expiries = (await items(log)).map(({ expiresAtSeconds }) => expiresAtSeconds)
        expect(expiries[1]).toBe(expiries[0])
      })
    })
  })
}
