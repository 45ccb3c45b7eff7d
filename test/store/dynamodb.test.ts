import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../src/result.ts'
import { createClient, createDynamodbStore } from '../../src/store/dynamodb/store.ts'
import { createTable } from '../../src/store/dynamodb/table.ts'
import { CONFLICT, type StorePort } from '../../src/store/port.ts'
import { startDynalite } from './backends/dynalite-server.ts'
import { localSettings } from './backends/dynamodb-backend.ts'
import { type Fate, type FaultProxy, startFaultProxy } from './backends/fault-proxy.ts'
import { makeLog, record, recordUntilDone, verifyAll } from './contracts/audit-fixtures.ts'
import { seededRandom, type TestRuntime, testRuntime } from './test-runtime.ts'

describe('a DynamoDB that fails', () => {
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let proxy: FaultProxy
  let runtime: TestRuntime
  let store: StorePort
  beforeAll(async () => {
    dynalite = await startDynalite()
    proxy = await startFaultProxy(dynalite.endpoint)
    await createTable(createClient(localSettings(dynalite.endpoint)), 'berth-test')
  })
  beforeEach(() => {
    proxy.decide = () => 'pass'
    runtime = testRuntime()
    store = createDynamodbStore(localSettings(proxy.endpoint), runtime)
  })
  afterAll(async () => {
    await proxy.stop()
    await dynalite.stop()
  })

  /** The fates of the next calls, and `pass` from then on. */
  const script = (...fates: readonly Fate[]) => {
    let next = 0
    proxy.decide = () => fates[next++] ?? 'pass'
  }

  it.each(['throttle', 'refuse', 'fail'] as const)('is asked again after "%s"', async (fate) => {
    script(fate, fate)
    expect(await store.get({ pk: 'again', sk: fate })).toEqual(ok(null))
    expect(runtime.waits).toHaveLength(2)
  })

  it('is asked four times, each wait random below a ceiling that doubles', async () => {
    proxy.decide = () => 'throttle'
    const got = await store.get({ pk: 'bounded', sk: 'x' })
    expect(got).toMatchObject(err({ kind: 'unavailable', retryAfterSeconds: 2 }))
    expect(runtime.waits).toHaveLength(3)
    const [first = 0, second = 0, third = 0] = runtime.waits
    expect([first < 50, second < 100, third < 200]).toEqual([true, true, true])
    expect(new Set(runtime.waits).size).toBe(3)
  })

  it('is given up on after a time, and asked again', { timeout: 20_000 }, async () => {
    script('hang')
    expect(await store.get({ pk: 'hang', sk: 'x' })).toEqual(ok(null))
    expect(runtime.waits).toHaveLength(1)
  })

  it('recognises its own write when the answer to it was lost', async () => {
    const item = { pk: 'lost', sk: 'own', version: 1, body: 'mine' }
    script('lose-answer')
    expect(await store.put(item, 'absent')).toEqual(ok(null))
    expect(await store.get(item)).toEqual(ok(item))
  })

  it('does not take the same text of another writer for its own', async () => {
    const item = { pk: 'lost', sk: 'other', version: 1, body: 'same' }
    await store.put(item, 'absent')
    script('refuse')
    const second = await store.put(item, 'absent')
    expect(second).toEqual(err({ ...CONFLICT, mayHaveWritten: true }))
  })

  it('says "unavailable", not "conflict", while it cannot tell whose write it was', async () => {
    const item = { pk: 'lost', sk: 'unclear', version: 1, body: 'mine' }
    let call = 0
    proxy.decide = () => {
      call += 1
      if (call === 1) return 'lose-answer'
      return call === 2 ? 'pass' : 'refuse'
    }
    expect(await store.put(item, 'absent')).toMatchObject(err({ kind: 'unavailable' }))
  })

  it('is not asked twice when the table does not exist', async () => {
    const settings = { ...localSettings(proxy.endpoint), table: 'no-such-table' }
    const got = await createDynamodbStore(settings, runtime).get({ pk: 'a', sk: 'b' })
    expect(got).toMatchObject(err({ kind: 'unavailable', retryAfterSeconds: 60 }))
    expect(runtime.waits).toEqual([])
    expect(JSON.stringify(got)).toContain('ResourceNotFoundException')
  })

  it('loses and doubles nothing while a quarter of all calls fail in every way', async () => {
    const seed = 6
    const random = seededRandom(seed)
    const fates: readonly Fate[] = ['throttle', 'refuse', 'lose-answer', 'fail']
    proxy.decide = () => {
      const fate = fates[Math.floor(random() * fates.length)] ?? 'pass'
      return random() < 0.25 ? fate : 'pass'
    }
    const ids = Array.from({ length: 20 }, (_, writer) => `d-${writer}`)
    const isolates = ids.map((id) => {
      const own = testRuntime()
      const log = makeLog(createDynamodbStore(localSettings(proxy.endpoint), own), own, 'chaos')
      return recordUntilDone(log.runtime, () => record(log, id))
    })
    const statuses = await Promise.all(isolates)
    proxy.decide = () => 'pass'
    const sequences = statuses.flatMap(({ records }) => records.map(({ sequence = 0 }) => sequence))
    expect(
      sequences.sort((a, b) => a - b),
      `seed ${seed}`,
    ).toEqual(ids.map((_, at) => at + 1))
    expect(await verifyAll(makeLog(store, runtime, 'chaos'))).toMatchObject({
      status: 'intact',
      checked: ids.length,
    })
  })

  it('that was killed half-way loses and doubles nothing once it is back', async () => {
    const mortal = await startFaultProxy(dynalite.endpoint)
    let puts = 0
    mortal.decide = (operation) => {
      if (operation === 'PutItem') puts += 1
      return puts > 25 ? 'refuse' : 'pass'
    }
    const connect = (endpoint: string) =>
      makeLog(createDynamodbStore(localSettings(endpoint), testRuntime()), testRuntime(), 'killed')
    const ids = Array.from({ length: 10 }, (_, writer) => `d-${writer}`)
    const before = await Promise.all(ids.map((id) => record(connect(mortal.endpoint), id)))
    await mortal.stop()
    expect(before.filter(({ status }) => status === 'failed').length).toBeGreaterThan(0)
    expect((await record(connect(mortal.endpoint), 'd-0')).status).toBe('failed')

    const after = await Promise.all(ids.map((id) => record(connect(dynalite.endpoint), id)))
    for (const [index, status] of before.entries()) {
      if (status.status === 'recorded') expect(after[index]).toEqual(status)
    }
    expect(await verifyAll(connect(dynalite.endpoint))).toMatchObject({
      status: 'intact',
      checked: ids.length,
    })
  })
})
