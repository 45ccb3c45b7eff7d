import { describe, expect, it } from 'vitest'
import { auditDecisions, auditStatus } from '../../src/store/audit/records/preemptions.ts'
import { createMemoryStore, type Partitions } from '../../src/store/memory.ts'
import type { StorePort } from '../../src/store/port.ts'
import { dyingStore } from './backends/faulty-store.ts'
import { listAll, makeLog, makeProposal, makeRequest, record } from './contracts/audit-fixtures.ts'
import { testRuntime } from './test-runtime.ts'

/** Pods of one request: more than share a claim, so that some are recorded before the others. */
const PODS = 70

async function recordPods(step: number, moment: 'before' | 'after') {
  const partitions: Partitions = new Map()
  const runtime = testRuntime()
  const open = () => makeLog(createMemoryStore(partitions), runtime, 'prod')
  await record(open(), 'd-0')
  const dying = dyingStore(open().store, step, moment)
  const proposals = Array.from({ length: PODS }, (_, index) => makeProposal({ index }))
  const request = makeRequest({ decisionId: 'd-many', podCount: PODS })
  const audit = (store: StorePort) =>
    auditDecisions({ ...open(), store }, request, proposals).then(auditStatus)
  const status = await audit(dying)
  if (status.status === 'skipped') throw new Error('there is a store')
  const { records } = await listAll(open())
  const inLog = new Map(records.map(({ id, sequence, hash }) => [id, { id, sequence, hash }]))
  inLog.delete('d-0')
  return { status, inLog, hasDied: dying.hasDied(), again: () => audit(open().store) }
}

describe('what a caller is told when the store dies', () => {
  it.each(['before', 'after'] as const)(
    'is true at every step, where the last call was lost %s it was carried out',
    async (moment) => {
      const seen = new Set<string>()
      for (let step = 0; ; step++) {
        const { status, inLog, hasDied, again } = await recordPods(step, moment)
        for (const told of status.records) expect(inLog.get(told.id)).toEqual(told)
        // "Failed" says for certain that the others are not there.
        if (status.status === 'failed') expect(inLog.size).toBe(status.records.length)
        if (status.status === 'recorded') expect(status.records).toHaveLength(PODS)
        seen.add(`${status.status} ${status.records.length}`)
        const repeated = await again()
        expect(repeated.status === 'recorded' && repeated.records.length).toBe(PODS)
        if (!hasDied) break
      }
      expect(seen).toContain(`recorded ${PODS}`)
      expect(seen).toContain('failed 0')
      expect(seen).toContain('failed 64')
      expect(seen).toContain('unknown 0')
      expect(seen).toContain('unknown 64')
    },
  )
})
