import { describe, expect, it } from 'vitest'
import { NO_KEYS } from '../../../src/store/audit/checkpoints/audit-keys.ts'
import {
  type Keep,
  keepCheckpoints,
} from '../../../src/store/audit/checkpoints/keep-checkpoints.ts'
import { readNotedCheckpoint } from '../../../src/store/audit/checkpoints/noted-checkpoint.ts'
import { checkpointKey } from '../../../src/store/audit/keys.ts'
import { createAuditLogs } from '../../../src/store/audit/logs.ts'
import { createMemoryStore, type Partitions } from '../../../src/store/memory.ts'
import { record, recordMany } from '../contracts/audit-fixtures.ts'
import { testRuntime } from '../test-runtime.ts'

function keepOf(texts: Map<string, string>): Keep {
  return {
    async putOnce(name, text) {
      const there = texts.get(name) ?? text
      texts.set(name, there)
      return there
    },
    async firstBehind(prefix, name) {
      const behind = [...texts.keys()].filter((key) => key.startsWith(prefix) && key > name)
      return behind.sort()[0] ?? null
    },
  }
}

function start() {
  const partitions: Partitions = new Map()
  const texts = new Map<string, string>()
  const settings = { retentionSeconds: null, keys: NO_KEYS, callsMax: 1000, isShared: true }
  /** As a process finds it that has just started. */
  const open = () => {
    const store = createMemoryStore(partitions)
    const logs = createAuditLogs(store, testRuntime(), settings)
    const keep = async () => {
      const kept = await keepCheckpoints(store, logs, keepOf(texts))
      if (!kept.ok) throw new Error(kept.error.cause)
      return kept.value
    }
    return { logs, keep }
  }
  return { partitions, texts, open }
}

describe('checkpoints that are kept elsewhere', () => {
  it('are put there once, readable for whoever verifies an export', async () => {
    const { texts, open } = start()
    const { logs, keep } = open()
    await recordMany(logs.of('prod'), 3)
    expect(await keep()).toEqual([{ cluster: 'prod', size: 3, status: 'kept' }])
    expect(await keep()).toEqual([{ cluster: 'prod', size: 3, status: 'kept' }])
    await record(logs.of('prod'), 'd-4')
    expect(await keep()).toEqual([{ cluster: 'prod', size: 4, status: 'kept' }])
    expect([...texts.keys()]).toEqual(['prod/0000000000000003', 'prod/0000000000000004'])
    const sizes = [...texts.values()].map((text) => readNotedCheckpoint(text)?.size)
    expect(sizes).toEqual([3, 4])
  })

  it('tell a table that was turned back as a whole, and one that went on otherwise', async () => {
    const { partitions, open } = start()
    const { logs, keep } = open()
    await recordMany(logs.of('prod'), 3)
    const before = structuredClone(partitions)
    await record(logs.of('prod'), 'd-4')
    await keep()
    partitions.clear()
    for (const [pk, items] of before) partitions.set(pk, items)
    const later = open()
    expect(await later.keep()).toMatchObject([{ cluster: 'prod', size: 3, status: 'turned-back' }])
    await record(later.logs.of('prod'), 'd-other')
    expect(await later.keep()).toMatchObject([{ cluster: 'prod', size: 4, status: 'forked' }])
  })

  it('are not kept of a log whose end does not fit', async () => {
    const { partitions, open } = start()
    const { logs, keep } = open()
    await recordMany(logs.of('prod'), 3)
    await record(logs.of('other'), 'd-1')
    const { pk, sk } = checkpointKey('prod')
    partitions.get(pk)?.delete(sk)
    const kept = await keep()
    expect(kept.find(({ cluster }) => cluster === 'prod')).toMatchObject({ status: 'broken' })
    expect(kept.find(({ cluster }) => cluster === 'other')).toMatchObject({ status: 'kept' })
  })

  it('are of ten clusters a run, drawn by lot, so that each gets its turn', async () => {
    const { texts, open } = start()
    const { logs, keep } = open()
    const clusters = Array.from({ length: 25 }, (_, index) => `c-${index}`)
    for (const cluster of clusters) await record(logs.of(cluster), 'd-1')
    expect(await keep()).toHaveLength(10)
    for (let run = 0; run < 20; run++) await keep()
    expect(texts.size).toBe(clusters.length)
  })
})
