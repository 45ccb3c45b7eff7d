import type { Keep } from '../store/audit/keep-checkpoints.ts'

/** What of a binding to an R2 bucket is used; Workers' own types are not known everywhere. */
export interface Bucket {
  put(
    key: string,
    value: string,
    options: { onlyIf: { etagDoesNotMatch: string } },
  ): Promise<object | null>
  get(key: string): Promise<{ text(): Promise<string> } | null>
  list(options: {
    prefix: string
    startAfter: string
    limit: number
  }): Promise<{ objects: readonly { readonly key: string }[] }>
}

/** A bucket as a place where things are put once; a lock rule of the bucket sees to it that they stay. */
export function keepInBucket(bucket: Bucket): Keep {
  return {
    async putOnce(name, text) {
      const put = await bucket.put(name, text, { onlyIf: { etagDoesNotMatch: '*' } })
      if (put !== null) return text
      const there = await bucket.get(name)
      return there === null ? '' : there.text()
    },
    async firstBehind(prefix, name) {
      const { objects } = await bucket.list({ prefix, startAfter: name, limit: 1 })
      return objects[0]?.key ?? null
    },
  }
}

export function isBucket(binding: unknown): binding is Bucket {
  if (typeof binding !== 'object' || binding === null) return false
  return ['put', 'get', 'list'].every((name) => typeof Reflect.get(binding, name) === 'function')
}
