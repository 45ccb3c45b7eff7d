import { describe, expect, it } from 'vitest'
import { type Bucket, BucketSnapshots } from '../../src/snapshots/bucket.ts'
import type { KeptSnapshot } from '../../src/snapshots/port.ts'
import { SNAPSHOT_SETTINGS } from '../../src/snapshots/settings.ts'

const START = Date.parse('2026-11-21T12:00:00Z')

/** Values in memory, with conditions as R2 knows them. */
class Values implements Bucket {
  readonly kind = 'r2'
  readonly values = new Map<string, { bytes: Uint8Array<ArrayBuffer>; version: string }>()
  private writes = 0

  async read(key: string) {
    return this.values.get(key) ?? null
  }

  async write(key: string, bytes: Uint8Array<ArrayBuffer>, version: string | null | undefined) {
    const found = this.values.get(key)?.version ?? null
    if (version !== undefined && version !== found) return false
    this.values.set(key, { bytes, version: String(this.writes++) })
    return true
  }

  async delete(keys: readonly string[]) {
    for (const key of keys) this.values.delete(key)
  }
}

function make() {
  const bucket = new Values()
  const clock = { ms: START }
  const now = () => new Date(clock.ms)
  return { bucket, clock, snapshots: new BucketSnapshots(bucket, SNAPSHOT_SETTINGS, now) }
}

function kept(...digests: string[]): KeptSnapshot {
  const parts = digests.map((digest) => new TextEncoder().encode(digest))
  return { digests, storedAtMs: START, counts: {}, bytes: 10, parts }
}

describe('snapshots in a store of values', () => {
  it('leave no part behind that nobody names', async () => {
    const { bucket, snapshots } = make()
    await snapshots.put('a', kept('A'), null)
    const { parts: _, ...head } = kept('A', 'AB')
    await snapshots.append('a', { head, part: new Uint8Array([1]) }, 'A')
    expect(bucket.values.size).toBe(3)
    await snapshots.put('a', kept('B'), undefined)
    expect([...bucket.values.keys()].sort()).toEqual(['snapshots/a/B', 'snapshots/a/head'])
    await snapshots.delete('a', 'B')
    expect(bucket.values.size).toBe(0)
  })

  it('take one of two patches for the same state', async () => {
    const { snapshots } = make()
    await snapshots.put('a', kept('A'), null)
    const additions = ['AB', 'AC'].map((digest) => {
      const { parts: _, ...head } = kept('A', digest)
      return snapshots.append('a', { head, part: new Uint8Array([1]) }, 'A')
    })
    const kinds = (await Promise.all(additions)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['conflict', 'kept'])
    expect((await snapshots.get('a'))?.parts).toHaveLength(2)
  })

  it('give only the parts behind a state that is known', async () => {
    const { snapshots } = make()
    await snapshots.put('a', kept('A', 'AB'), null)
    expect((await snapshots.get('a', 'A'))?.parts).toHaveLength(1)
    expect((await snapshots.get('a', 'other'))?.parts).toHaveLength(2)
  })

  it('are not there where a part is lost, and once they are too old', async () => {
    const { bucket, clock, snapshots } = make()
    await snapshots.put('a', kept('A'), null)
    bucket.values.delete('snapshots/a/A')
    expect(await snapshots.get('a')).toBeNull()
    await snapshots.put('b', kept('B'), null)
    clock.ms += SNAPSHOT_SETTINGS.ageSecondsMax * 1000 + 1
    expect(await snapshots.head('b')).toBeNull()
  })

  it('refuse what is too large or not expected', async () => {
    const { snapshots } = make()
    const large = { ...kept('A'), bytes: SNAPSHOT_SETTINGS.snapshotBytesMax + 1 }
    expect(await snapshots.put('a', large, null)).toMatchObject({ kind: 'too-large' })
    await snapshots.put('a', kept('A'), null)
    expect(await snapshots.put('a', kept('B'), null)).toEqual({ kind: 'conflict', digest: 'A' })
    expect(await snapshots.delete('a', 'B')).toEqual({ kind: 'conflict', digest: 'A' })
    expect(await snapshots.delete('c', undefined)).toEqual({ kind: 'absent' })
  })
})
