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
