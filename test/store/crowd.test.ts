import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/store/memory.ts'
import { makeLog, verifyAll } from './contracts/audit-fixtures.ts'
import { runCrowd } from './crowd.ts'
import { type Billed, distantStore, virtualTime } from './virtual-time.ts'

const SEED = 20_261_122

/**
 * What the protocol allows with a store that is 5 ms away, whatever this machine can do: time goes on
 * only where something waits for the store.
 */
async function crowdOf(processes: number, callers: number) {
  const time = virtualTime(SEED)
  const store = createMemoryStore()
  const distant = Array.from({ length: processes }, () => distantStore(store, time, 5))
  const logs = distant.map((own) => makeLog(own, time.runtime, 'crowd'))
  const report = await time.run(runCrowd({ logs, callers, warmUpSeconds: 1, seconds: 4 }))
  const sum = (of: (own: Billed) => number) =>
    distant.reduce((all, { billed }) => all + of(billed), 0)
  const verified = await verifyAll(makeLog(store, time.runtime, 'crowd'))
  const perRecord = (of: (own: Billed) => number) => sum(of) / (verified.last ?? 0)
  return {
    ...report,
    verified,
    calls: perRecord(({ calls }) => calls),
    writeUnits: perRecord(({ writeUnits }) => writeUnits),
    readUnits: perRecord(({ readUnits }) => readUnits),
    bytes: perRecord(({ writtenBytes }) => writtenBytes),
  }
}

describe(`a crowd of callers, the store 5 ms away, seed ${SEED}`, () => {
  const cases = [
    { processes: 1, callers: 1, perSecond: 50, p99Ms: 50, writeUnits: 5.5, readUnits: 1 },
    { processes: 1, callers: 60, perSecond: 1200, p99Ms: 100, writeUnits: 3, readUnits: 1 },
    { processes: 3, callers: 60, perSecond: 700, p99Ms: 350, writeUnits: 6, readUnits: 4 },
    { processes: 10, callers: 10, perSecond: 100, p99Ms: 400, writeUnits: 12, readUnits: 20 },
    { processes: 10, callers: 100, perSecond: 800, p99Ms: 500, writeUnits: 8, readUnits: 13 },
  ]
  it.each(cases)(
    '$callers on $processes processes: $perSecond records a second, p99 under $p99Ms ms',
    { timeout: 60_000 },
    async ({ processes, callers, ...bounds }) => {
      const report = await crowdOf(processes, callers)
      const told = JSON.stringify(report)
      expect(report.verified.status, told).toBe('intact')
      expect(report.refused, told).toBe(0)
      expect(report.perSecond, told).toBeGreaterThan(bounds.perSecond)
      expect(report.p99Ms, told).toBeLessThan(bounds.p99Ms)
      expect(report.writeUnits, told).toBeLessThan(bounds.writeUnits)
      expect(report.readUnits, told).toBeLessThan(bounds.readUnits)
      // Fair: in these four seconds nobody gets less than half of what the luckiest one gets.
      expect(report.leastOfCaller, told).toBeGreaterThan(report.mostOfCaller / 2)
    },
  )
})
