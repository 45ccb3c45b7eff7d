import { describe, expect, it } from 'vitest'
import { MemorySnapshots } from '../../src/snapshots/memory.ts'
import type { KeptSnapshot } from '../../src/snapshots/port.ts'
import { SNAPSHOT_SETTINGS } from '../../src/snapshots/settings.ts'

const START = Date.parse('2026-11-21T12:00:00Z')

function make(settings: Partial<typeof SNAPSHOT_SETTINGS> = {}) {
  const clock = { ms: START }
  const snapshots = new MemorySnapshots(
    { ...SNAPSHOT_SETTINGS, ...settings },
    () => new Date(clock.ms),
  )
  return { snapshots, clock }
}

function kept(digest: string, bytes = 10, storedAtMs = START): KeptSnapshot {
  return { digests: [digest], storedAtMs, counts: {}, bytes, parts: [new Uint8Array(bytes)] }
}

describe('snapshots in memory', () => {
  it('drop what nobody used for longest when they are too many bytes', async () => {
    const { snapshots } = make({ memoryBytesMax: 25 })
    await snapshots.put('a', kept('A'), undefined)
    await snapshots.put('b', kept('B'), undefined)
    await snapshots.head('a')
    await snapshots.put('c', kept('C'), undefined)
    const names = await Promise.all(['a', 'b', 'c'].map((name) => snapshots.head(name)))
    expect(names.map((head) => head?.digests)).toEqual([['A'], undefined, ['C']])
  })

  it('drop what nobody used for longest when they are too many', async () => {
    const { snapshots } = make({ namesMax: 1 })
    await snapshots.put('a', kept('A'), undefined)
    await snapshots.put('b', kept('B'), undefined)
    expect(await snapshots.head('a')).toBeNull()
    expect(await snapshots.head('b')).not.toBeNull()
  })

  it('count a snapshot that is replaced once', async () => {
    const { snapshots } = make({ memoryBytesMax: 25 })
    await snapshots.put('a', kept('A'), undefined)
    for (const digest of ['B1', 'B2', 'B3']) await snapshots.put('b', kept(digest), undefined)
    expect(await snapshots.head('a')).not.toBeNull()
  })

  it('refuse one that alone is too large, and keep what was there', async () => {
    const { snapshots } = make({ snapshotBytesMax: 9 })
    await snapshots.put('a', kept('A', 5), undefined)
    const put = await snapshots.put('a', kept('B', 10), undefined)
    expect(put).toEqual({ kind: 'too-large', limitBytes: 9 })
    expect(await snapshots.head('a')).toMatchObject({ digests: ['A'] })
  })

  it('forget what is too old', async () => {
    const { snapshots, clock } = make({ ageSecondsMax: 60, memoryBytesMax: 15 })
    await snapshots.put('a', kept('A'), undefined)
    clock.ms += 60_000
    expect(await snapshots.head('a')).not.toBeNull()
    clock.ms += 1
    expect(await snapshots.head('a')).toBeNull()
    expect(await snapshots.put('a', kept('A2', 10, clock.ms), null)).toMatchObject({ isNew: true })
  })

  it('take a patch only behind the state that it is for', async () => {
    const { snapshots } = make()
    const head = { ...kept('A'), digests: ['A', 'AB'] }
    const addition = { head, part: new Uint8Array([1]) }
    expect(await snapshots.append('a', addition, 'A')).toEqual({ kind: 'conflict', digest: null })
    await snapshots.put('a', kept('A'), null)
    const twice = [snapshots.append('a', addition, 'A'), snapshots.append('a', addition, 'A')]
    expect(await Promise.all(twice)).toEqual([
      { kind: 'kept', isNew: false },
      { kind: 'conflict', digest: 'AB' },
    ])
  })

  it('give only the parts behind a state that is known', async () => {
    const { snapshots } = make()
    await snapshots.put('a', kept('A'), null)
    const head = { ...kept('A'), digests: ['A', 'AB'] }
    await snapshots.append('a', { head, part: new Uint8Array([1]) }, 'A')
    const parts = await Promise.all(
      [undefined, 'A', 'AB', 'other'].map(async (behind) => {
        const found = await snapshots.get('a', behind)
        return found?.parts.length
      }),
    )
    expect(parts).toEqual([2, 1, 0, 2])
  })
})
