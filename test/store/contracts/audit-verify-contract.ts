import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestOfText } from '../../../src/digest.ts'
import { chainPartition, checkpointKey } from '../../../src/store/audit/keys.ts'
import type { AuditLog } from '../../../src/store/audit/log.ts'
import { verifyChain } from '../../../src/store/audit/verification/verify.ts'
import { canonicalJson } from '../../../src/store/canonical-json.ts'
import type { Backend, OpenBackend } from '../backends/backend.ts'
import { intruderOf } from '../intruder.ts'
import { type TestRuntime, testRuntime } from '../test-runtime.ts'
import { listAll, makeLog, record, recordMany, verify, verifyAll } from './audit-fixtures.ts'

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
      makeLog(backend.connect(runtime), runtime, cluster, {
        retentionSeconds: days === null ? null : days * DAY,
      })
    const filled = async (cluster: string, count: number) => {
      const log = logOf(cluster, testRuntime())
      await recordMany(log, count)
      return log
    }
    const intruder = (log: AuditLog) => intruderOf(backend, log)

    it('finds an empty chain intact', async () => {
      const report = await verifyAll(logOf('empty', testRuntime()))
      expect(report).toMatchObject({ status: 'intact', first: null, last: null, checked: 0 })
    })

    it('finds an untouched chain intact, over several segments', { timeout: 60_000 }, async () => {
      const report = await verifyAll(await filled('untouched', 540))
      expect(report).toMatchObject({ status: 'intact', first: 1, last: 540, checked: 540 })
      expect(report.checkpoint?.sequence).toBe(540)
    })

    it.each([1, 3, 5])('names record %i when it was taken away', async (sequence) => {
      const log = await filled(`missing-${sequence}`, 5)
      await intruder(log).take(sequence)
      expect(await verifyAll(log)).toMatchObject({
        status: 'broken',
        fault: { kind: 'missing', sequence },
      })
    })

    it('names the first of several', async () => {
      const log = await filled('several', 6)
      await intruder(log).edit(5, (body) => body.replace('"ann"', '"bob"'))
      await intruder(log).take(3)
      expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'missing', sequence: 3 } })
    })

    it.each([1, 3, 5])('names record %i when a word of it was changed', async (sequence) => {
      const log = await filled(`altered-${sequence}`, 5)
      await intruder(log).edit(sequence, (body) => body.replace('"ann"', '"bob"'))
      expect(await verifyAll(log)).toMatchObject({
        status: 'broken',
        fault: { kind: 'altered', sequence },
      })
    })

    it.each(['', 'not json', '{}', '[]', 'null'])('names a record that became %j', async (body) => {
      const log = await filled(`unreadable-${body.length}-${body.charCodeAt(0)}`, 3)
      await intruder(log).edit(2, () => body)
      expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'altered', sequence: 2 } })
    })

    it.each([1, 3, 5])(
      'names record %i when it was rewritten with a new hash',
      async (sequence) => {
        const log = await filled(`rewritten-${sequence}`, 5)
        await intruder(log).rewrite(sequence)
        expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'altered', sequence } })
      },
    )

    it('finds a chain rewritten to its end, by the checkpoint', async () => {
      const log = await filled('forged', 5)
      await intruder(log).rewriteFrom(3)
      expect(await verifyAll(log)).toMatchObject({ status: 'broken', fault: { kind: 'altered' } })
    })

    it('finds a record that was moved here from another cluster', async () => {
      const log = await filled('moved', 3)
      const other = await filled('elsewhere', 3)
      const body = await intruder(other).read(2)
      await intruder(log).edit(2, () => body)
      expect(await verifyAll(log)).toMatchObject({
        fault: { kind: 'altered', sequence: 2, detail: 'It is record 2 of elsewhere.' },
      })
    })

    it('finds that the checkpoint was taken away, garbled or turned back', async () => {
      const log = await filled('checkpoint', 4)
      const key = checkpointKey('checkpoint')
      const item = await log.store.get(key)
      if (!item.ok || item.value === null) throw new Error('no checkpoint')
      await backend.remove(key)
      expect(await verifyAll(log)).toMatchObject({ status: 'broken', checkpoint: null })
      await backend.overwrite({ ...item.value, body: '{}' })
      expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'checkpoint' } })
      const older = await filled('checkpoint-older', 2)
      const old = await older.store.get(checkpointKey('checkpoint-older'))
      await backend.overwrite({ ...item.value, body: (old.ok && old.value?.body) || '' })
      expect(await verifyAll(log)).toMatchObject({ status: 'broken' })
    })

    it('reads a record with a member that it does not know, if its hash covers it', async () => {
      const log = await filled('later', 1)
      await intruder(log).rewrite(1, { added: 'by a later version' })
      const { fault } = await verifyAll(log)
      // Only that it is another record than the checkpoint knows is wrong with it.
      expect(fault).toMatchObject({ detail: 'The checkpoint knows it by another hash.' })
    })

    it('goes on where a walk of limited length stopped', { timeout: 60_000 }, async () => {
      const log = await filled('walks', 520)
      const first = await verify(log, { callsMax: 1 })
      expect(first.report).toMatchObject({ status: 'partial', checked: 256, last: 256 })
      let { position } = first
      let checked = 0
      let status = 'partial'
      for (let walks = 0; walks < 200 && position !== null; walks++) {
        const next = await verify(log, { from: position, callsMax: 8 })
        ;[position, status] = [next.position, next.report.status]
        checked = next.report.last ?? checked
      }
      expect([status, checked]).toEqual(['intact', 520])
      await intruder(log).rewrite(300)
      const again = await verifyChain(log, { from: first.position, noted: null, callsMax: 1000 })
      expect(again.ok && again.value.report.fault).toMatchObject({ kind: 'altered', sequence: 300 })
    })

    it('holds the log against a record that was noted elsewhere', async () => {
      const log = await filled('noted', 4)
      const { records } = await listAll(log)
      const [, third] = records
      const noted = { sequence: 3, hash: third?.hash ?? '' }
      expect(await verifyAll(log, { noted })).toMatchObject({ status: 'intact' })
      const other = { sequence: 3, hash: `sha256:${'1'.repeat(64)}` }
      expect(await verifyAll(log, { noted: other })).toMatchObject({
        status: 'broken',
        fault: { kind: 'noted', sequence: 3 },
      })
      const later = { sequence: 5, hash: noted.hash }
      expect(await verifyAll(log, { noted: later })).toMatchObject({
        fault: { kind: 'noted', sequence: 5, detail: 'The log was turned back: it ends at 4.' },
      })
    })

    describe('retention', () => {
      it('puts the expiry where the TTL of the table reads it', async () => {
        const runtime = testRuntime()
        const log = logOf('ttl', runtime, 30)
        await record(log, 'd-1')
        const found = await log.store.query({ pk: chainPartition('ttl'), limit: 1 })
        const [item] = found.ok ? found.value : []
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
        await intruder(log).take(2)
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 1, first: 1 })
        await intruder(log).take(1)
        await intruder(log).take(3)
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 3, first: 4 })
        await intruder(log).take(5)
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
        expect((await listAll(log)).records.map(({ id }) => id)).toEqual(['d-2'])
      })

      it('goes on numbering and chaining after everything has expired', async () => {
        const runtime = testRuntime()
        const log = logOf('gone', runtime, 1)
        for (const id of ['d-1', 'd-2']) await record(log, id)
        runtime.advance(2 * DAY)
        for (const sequence of [1, 2]) await intruder(log).take(sequence)
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 2, first: null })
        const fresh = logOf('gone', runtime, 1)
        expect(await record(fresh, 'd-3')).toMatchObject({ records: [{ sequence: 3 }] })
        expect(await verifyAll(fresh)).toMatchObject({ status: 'intact', expired: 2, first: 3 })
      })

      it('does not take a record without expiry for an expired one', async () => {
        const runtime = testRuntime()
        await record(logOf('mixed', runtime, 1), 'd-1')
        await record(logOf('mixed', runtime, null), 'd-2')
        const log = logOf('mixed', runtime, 1)
        await record(log, 'd-3')
        await record(log, 'd-4')
        runtime.advance(2 * DAY)
        await intruder(log).take(3)
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 1 })
        await intruder(log).take(2)
        expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'missing', sequence: 2 } })
      })

      it('lets the records after one that was kept by mistake expire in their own time', async () => {
        const runtime = testRuntime()
        await record(logOf('mistake', runtime, 3650), 'd-1')
        const log = logOf('mistake', runtime, 1)
        for (const id of ['d-2', 'd-3']) await record(log, id)
        runtime.advance(2 * DAY)
        await record(log, 'd-4')
        await intruder(log).take(2)
        expect(await verifyAll(log)).toMatchObject({ status: 'intact', expired: 1 })
        await intruder(log).take(1)
        expect(await verifyAll(log)).toMatchObject({ fault: { kind: 'missing', sequence: 1 } })
      })
    })

    it('can be recomputed by anybody: the hash is that of the canonical header', async () => {
      const log = await filled('anybody', 2)
      const { records } = JSON.parse(await intruder(log).read(2))
      const [{ content, hash, ...header }] = records
      expect(header.contentHash).toBe(digestOfText(canonicalJson(content)))
      expect(hash).toBe(digestOfText(canonicalJson(header)))
    })
  })
}
