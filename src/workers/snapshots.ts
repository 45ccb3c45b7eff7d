import { type Bucket, BucketSnapshots } from '../snapshots/bucket.ts'
import type { SnapshotPort } from '../snapshots/port.ts'
import type { SnapshotSettings } from '../snapshots/settings.ts'
import type { Bindings } from './bindings.ts'
import { isR2Bucket, r2Values } from './r2-bucket.ts'

/** Names of the bindings in wrangler.toml. */
const R2 = 'SNAPSHOTS_R2'
const KV = 'SNAPSHOTS_KV'

/** Workers KV keeps nothing for a shorter time. */
const KV_SECONDS_MIN = 60

/** A binding to Workers KV, as far as it is used. */
interface KvNamespace {
  get(key: string, type: 'arrayBuffer'): Promise<ArrayBuffer | null>
  put(key: string, value: Uint8Array, options: { expirationTtl: number }): Promise<void>
  delete(key: string): Promise<void>
}

/**
 * Where a deployment keeps snapshots for all its isolates: R2 or KV; null: each isolate by itself.
 * Throws a TypeError where what should be an R2 bucket is none.
 */
export function workersSnapshots(
  bindings: Bindings,
  settings: SnapshotSettings,
  now: () => Date,
): SnapshotPort | null {
  const [r2, kv] = [bindings[R2], bindings[KV]]
  if (isR2Bucket(r2)) return new BucketSnapshots(r2Values(r2), settings, now)
  if (r2 !== undefined) throw new TypeError(`${R2} is no binding to an R2 bucket`)
  if (isKv(kv)) {
    return new BucketSnapshots(kvBucket(kv, settings.ageSecondsMax), settings, now)
  }
  return null
}

/** Knows no conditions, and shows a write elsewhere up to a minute later: of writes at once the last stays. */
function kvBucket(kv: KvNamespace, ageSecondsMax: number): Bucket {
  const expirationTtl = Math.max(KV_SECONDS_MIN, ageSecondsMax)
  return {
    kind: 'workers-kv',
    async read(key) {
      const value = await kv.get(key, 'arrayBuffer')
      return value === null ? null : { bytes: new Uint8Array(value), version: null }
    },
    async write(key, bytes) {
      await kv.put(key, bytes, { expirationTtl })
      return true
    },
    async delete(keys) {
      for (const key of keys) await kv.delete(key)
    },
  }
}

function isKv(value: unknown): value is KvNamespace {
  return typeof value === 'object' && value !== null && 'get' in value && 'put' in value
}
