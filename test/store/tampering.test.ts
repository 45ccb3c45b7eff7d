import { beforeAll, describe, expect, it } from 'vitest'
import { createSigner } from '../../src/store/audit/checkpoints/note-keys.ts'
import type { AuditLog } from '../../src/store/audit/log.ts'
import { writeViews } from '../../src/store/audit/lookup/write-views.ts'
import { createMemory } from '../../src/store/audit/memory.ts'
import { reportOutcome } from '../../src/store/audit/records/outcome.ts'
import type { Partitions } from '../../src/store/memory.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { putPriorityClass } from '../../src/store/priority-classes/classes.ts'
import type { Backend } from './backends/backend.ts'
import { makeLog, record, recordMany, verifyAll } from './contracts/audit-fixtures.ts'
import { FORGED_APPEND, REWRITTEN_WHOLE, TAMPERINGS, tableOf } from './tamperings.ts'
import { testRuntime } from './test-runtime.ts'

/** A log of 303 records, one in each item, with an outcome and a class; copied for each test. */
async function prepare(keys: AuditLog['keys']) {
  const partitions: Partitions = new Map()
  const runtime = testRuntime()
  const log = makeLog(createMemoryStore(partitions), runtime, 'prod', { keys })
  await recordMany(log, 300)
  const executed = { outcome: 'executed', reason: null, caller: 'ann', requestId: 'r' } as const
  await reportOutcome(log, 'd-5', executed)
  const writer = { log, caller: 'will', requestId: 'r' }
  await putPriorityClass(writer, 'high', { value: 1000 }, { kind: 'any' })
  await writeViews(log, 1000)
  await record(log, 'd-last')
  return () => copyOf(partitions, log)
}

function copyOf(partitions: Partitions, { runtime, keys }: AuditLog) {
  const copy: Partitions = new Map([...partitions].map(([pk, items]) => [pk, new Map(items)]))
  const store = createMemoryStore(copy)
  const backend: Backend = {
    name: 'copy',
    connect: () => store,
    async overwrite(item) {
      copy.set(item.pk, (copy.get(item.pk) ?? new Map()).set(item.sk, item))
    },
    async remove({ pk, sk }) {
      copy.get(pk)?.delete(sk)
    },
    async close() {},
  }
  const log = makeLog(store, runtime, 'prod', { keys })
  return { log, table: tableOf(backend, log) }
}

describe.each(['unsigned', 'signed'] as const)('a log with %s checkpoints', (kind) => {
  let copy: Awaited<ReturnType<typeof prepare>>
  beforeAll(async () => {
    const signer = kind === 'signed' ? await createSigner('berth') : null
    copy = await prepare({ signer, verifiers: [] })
  })

  it('verifies as long as nobody touches it', async () => {
    const { log } = copy()
    const report = await verifyAll(log)
    expect(report).toMatchObject({ status: 'intact', checked: 303, fault: null })
    expect(report.checkpoint?.note === null).toBe(kind === 'unsigned')
  })

  it.each(TAMPERINGS)('tells when $name', async ({ tamper, found }) => {
    const { log, table } = copy()
    await tamper(table)
    const { status, fault } = await verifyAll(log)
    if (found === null) return expect([status, fault]).toEqual(['intact', null])
    // A signature is looked at first, and covers what the checkpoint says.
    const isTold = [...found, ...(kind === 'signed' ? ['checkpoint'] : [])].includes(
      fault?.kind ?? '',
    )
    expect([status, isTold, fault]).toEqual(['broken', true, fault])
  })

  it.each(TAMPERINGS.filter(({ found }) => found !== null))(
    'is not washed clean by appending, reading or another process after $name',
    async ({ tamper }) => {
      const { log, table } = copy()
      await tamper(table)
      for (const id of ['d-after-1', 'd-after-2']) {
        await record({ ...log, memory: createMemory() }, id)
      }
      expect(await verifyAll(log)).toMatchObject({ status: 'broken' })
    },
  )

  it.each([
    'the newest record is rewritten with its hashes',
    'records are rewritten with their hashes up to the end',
    'the tail is cut off',
    'the tail is cut off and the checkpoint taken away',
    'something that is no record stands behind the end',
    'the checkpoint is garbled',
  ])('takes no more records once %s, and says so at once', async (name) => {
    const { log, table } = copy()
    await TAMPERINGS.find((one) => one.name === name)?.tamper(table)
    expect(await record({ ...log, memory: createMemory() }, 'd-after')).toMatchObject({
      status: 'failed',
      code: 'audit-broken',
      records: [],
    })
  })

  it('is known to a process that has seen more of it', async () => {
    const { log, table } = copy()
    const memory = createMemory()
    await record({ ...log, memory }, 'd-seen')
    const whole = new Map<string, Awaited<ReturnType<typeof table.get>>>()
    const other = copy()
    for (const item of await other.table.batches()) whole.set(item.sk, item)
    for (const { pk, sk } of (await table.batches()).slice(-1)) await table.take({ pk, sk })
    const checkpoint = { pk: 'audit/prod/checkpoint', sk: 'end' }
    await table.put(await other.table.get(checkpoint))
    // Turned back as a whole: nothing in the table tells, but this process remembers.
    const seen = await record({ ...log, memory: { ...memory, seenAtMs: 0 } }, 'd-next')
    expect(seen).toMatchObject({ status: 'failed', code: 'audit-broken' })
    expect(await verifyAll(other.log)).toMatchObject({ status: 'intact' })
  })

  it('shows a whole rewrite and a forged append by its signature, or by a hash that was noted', async () => {
    for (const { tamper } of [FORGED_APPEND, REWRITTEN_WHOLE]) {
      const { log, table } = copy()
      const item = await table.get({ pk: 'audit/prod/log', sk: '0000000000000290' })
      const noted = { sequence: 290, hash: JSON.parse(item.body).records[0].hash }
      await tamper(table)
      const { fault } = await verifyAll(log)
      expect(fault?.kind ?? null).toBe(kind === 'signed' ? 'checkpoint' : null)
      // The forged record comes after the one that was noted.
      const isNoted = (await verifyAll(log, { noted })).fault !== null
      expect(isNoted).toBe(kind === 'signed' || tamper === REWRITTEN_WHOLE.tamper)
    }
  })
})
