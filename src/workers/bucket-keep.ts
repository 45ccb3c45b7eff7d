import type { Keep } from '../store/audit/checkpoints/keep-checkpoints.ts'
import { ABSENT, type R2Bucket } from './r2-bucket.ts'

/** A bucket as a place where things are put once; a lock rule of the bucket sees to it that they stay. */
export function keepInBucket(r2: R2Bucket): Keep {
  return {
    async putOnce(name, text) {
      const put = await r2.put(name, text, { onlyIf: ABSENT })
      if (put !== null) return text
      const there = await r2.get(name)
      return there === null ? '' : there.text()
    },
    async firstBehind(prefix, name) {
      const { objects } = await r2.list({ prefix, startAfter: name, limit: 1 })
      return objects[0]?.key ?? null
    },
  }
}
