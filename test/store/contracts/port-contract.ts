import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { err, ok } from '../../../src/result.ts'
import type { StorePort } from '../../../src/store/port.ts'
import { CONFLICT } from '../../../src/store/port.ts'
import type { Backend, OpenBackend } from '../backends/backend.ts'
import { testRuntime } from '../test-runtime.ts'

/** What the project relies on, of every store. */
export function describePort(open: OpenBackend): void {
  describe('port', () => {
    let backend: Backend
    let store: StorePort
    beforeAll(async () => {
      backend = await open()
      store = backend.connect(testRuntime())
    })
    afterAll(() => backend.close())

    it('answers null for what was never written', async () => {
      expect(await store.get({ pk: 'nothing', sk: 'here' })).toEqual(ok(null))
    })

    it('returns an item exactly as it was written, text and expiry included', async () => {
      const item = {
        pk: 'exact',
        sk: 'item',
        version: 7,
        body: '{"name":"caf\u00e9 \u{1f6a2}","empty":""}',
        expiresAtSeconds: 4_102_444_800,
      }
      expect(await store.put(item, 'absent')).toEqual(ok(null))
      expect(await store.get(item)).toEqual(ok(item))
    })

    it('writes under "absent" only where nothing is', async () => {
      const item = { pk: 'absent', sk: 'a', version: 1, body: 'first' }
      expect(await store.put(item, 'absent')).toEqual(ok(null))
      const second = await store.put({ ...item, body: 'second' }, 'absent')
      expect(second).toEqual(err(CONFLICT))
      expect(await store.get(item)).toEqual(ok(item))
    })

    it('writes under "advances" over nothing and over lower versions, never backwards', async () => {
      const at = (version: number) => ({ pk: 'advances', sk: 'a', version, body: String(version) })
      expect(await store.put(at(9), 'advances')).toEqual(ok(null))
      expect(await store.put(at(10), 'advances')).toEqual(ok(null))
      expect(await store.put(at(10), 'advances')).toEqual(err(CONFLICT))
      expect(await store.put(at(2), 'advances')).toEqual(err(CONFLICT))
      expect(await store.get(at(10))).toEqual(ok(at(10)))
    })

    it('lets exactly one of fifty writers at once have an absent item', async () => {
      const stores = Array.from({ length: 50 }, () => backend.connect(testRuntime()))
      const puts = await Promise.all(
        stores.map((one, writer) =>
          one.put({ pk: 'race', sk: 'a', version: 1, body: `${writer}` }, 'absent'),
        ),
      )
      expect(puts.filter((put) => put.ok)).toHaveLength(1)
      const winner = puts.findIndex((put) => put.ok)
      const there = await store.get({ pk: 'race', sk: 'a' })
      expect(there).toMatchObject(ok({ body: String(winner) }))
    })

    describe('query', () => {
      beforeAll(async () => {
        for (const sk of ['a', 'b', 'c', 'd']) {
          await store.put({ pk: 'list', sk, version: 1, body: sk }, 'absent')
        }
        await store.put({ pk: 'list2', sk: 'b', version: 1, body: 'x' }, 'absent')
      })

      it.each([
        { name: 'all of one partition', range: {}, want: 'abcd' },
        { name: 'backwards', range: { descending: true }, want: 'dcba' },
        { name: 'from a key, itself included', range: { from: 'b' }, want: 'bcd' },
        { name: 'to a key, itself included', range: { to: 'c' }, want: 'abc' },
        { name: 'between two keys', range: { from: 'b', to: 'c' }, want: 'bc' },
        {
          name: 'the last before a key',
          range: { to: 'c', descending: true, limit: 1 },
          want: 'c',
        },
        { name: 'at most the limit', range: { limit: 2 }, want: 'ab' },
        { name: 'nothing outside', range: { from: 'e' }, want: '' },
      ])('$name', async ({ range, want }) => {
        const found = await store.query({ pk: 'list', limit: 10, ...range })
        expect(found.ok && found.value.map(({ body }) => body).join('')).toBe(want)
      })

      it('goes on where DynamoDB ends a page at 1 MB', async () => {
        const body = 'x'.repeat(300_000)
        for (let sk = 0; sk < 5; sk++) {
          await store.put({ pk: 'large', sk: String(sk), version: 1, body }, 'absent')
        }
        const found = await store.query({ pk: 'large', limit: 10 })
        expect(found.ok && found.value.map(({ sk }) => sk)).toEqual(['0', '1', '2', '3', '4'])
      })
    })
  })
}
