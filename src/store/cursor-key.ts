import { err, ok, type Result } from '../result.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { type ItemKey, type StorePort, type Unavailable, unavailable } from './port.ts'

const KEY: ItemKey = { pk: 'cursor-key', sk: 'key' }
const KEY_BYTES = 32

/**
 * The key that cursors are sealed with. It lives in the table, so that every process opens what
 * another sealed, and nobody has one more secret to keep: who reads the table needs no cursor.
 * Where the table cannot be written and has none, cursors are good in this process only.
 */
export function createCursorKey(
  store: StorePort,
): () => Promise<Result<Uint8Array<ArrayBuffer>, Unavailable>> {
  let known: Uint8Array<ArrayBuffer> | null = null
  return async () => {
    if (known !== null) return ok(known)
    const item = await store.get(KEY)
    if (!item.ok) return item
    known = item.value === null ? null : fromBase64(item.value.body)
    if (known !== null) return ok(known)
    const drawn = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
    const put = await store.put({ ...KEY, version: 1, body: toBase64(drawn) }, 'absent')
    if (put.ok || put.error.kind === 'unavailable') {
      known = drawn
      return ok(drawn)
    }
    const present = await store.get(KEY)
    if (!present.ok) return present
    known = fromBase64(present.value?.body ?? '')
    return known === null
      ? err(unavailable('the key of the cursors cannot be read', 60))
      : ok(known)
  }
}
