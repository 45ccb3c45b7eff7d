import type { Bucket } from '../snapshots/bucket.ts'

/** What of a binding to an R2 bucket is used; Workers' own types are not known everywhere. */
export interface R2Bucket {
  get(key: string): Promise<R2Object | null>
  /** Null where the condition does not hold: then nothing is written. */
  put(
    key: string,
    value: string | Uint8Array,
    options?: { onlyIf: R2Condition },
  ): Promise<object | null>
  delete(keys: string[]): Promise<void>
  list(options: {
    prefix: string
    startAfter: string
    limit: number
  }): Promise<{ objects: readonly { readonly key: string }[] }>
}

interface R2Object {
  readonly etag: string
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
}

type R2Condition = { readonly etagMatches: string } | { readonly etagDoesNotMatch: string }

/** The condition that nothing is there. */
export const ABSENT: R2Condition = { etagDoesNotMatch: '*' }

/** Those that are called, and one that a KV namespace has not: that would put over what is there. */
const METHODS = ['get', 'put', 'delete', 'list', 'head']

export function isR2Bucket(binding: unknown): binding is R2Bucket {
  if (typeof binding !== 'object' || binding === null) return false
  return METHODS.every((name) => typeof Reflect.get(binding, name) === 'function')
}

/** Keys that R2 deletes at once. */
const KEYS_MAX = 1000

/** Values by key: strongly consistent, and with conditions, so that of writes at the same time one is done. */
export function r2Values(r2: R2Bucket): Bucket {
  return {
    kind: 'r2',
    async read(key) {
      const object = await r2.get(key)
      if (object === null) return null
      return { bytes: new Uint8Array(await object.arrayBuffer()), version: object.etag }
    },
    async write(key, bytes, version) {
      if (version === undefined) return (await r2.put(key, bytes)) !== null
      const onlyIf = version === null ? ABSENT : { etagMatches: version }
      return (await r2.put(key, bytes, { onlyIf })) !== null
    },
    async delete(keys) {
      for (let from = 0; from < keys.length; from += KEYS_MAX) {
        await r2.delete(keys.slice(from, from + KEYS_MAX))
      }
    },
  }
}
