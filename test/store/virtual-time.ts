import { bodyBytes, type StoredItem, type StorePort } from '../../src/store/port.ts'
import type { Runtime } from '../../src/store/runtime.ts'
import { seededRandom } from './test-runtime.ts'

/** A clock that goes on to the next thing that somebody waits for, however long that takes here. */
export interface VirtualTime {
  readonly runtime: Runtime
  readonly nowMs: () => number
  /** Runs until the promise is settled; everything that takes time waits on this clock. */
  run<T>(work: Promise<T>): Promise<T>
}

export function virtualTime(seed: number): VirtualTime {
  let nowMs = Date.UTC(2026, 10, 21)
  let count = 0
  const timers: { atMs: number; order: number; wake: () => void }[] = []
  const random = seededRandom(seed)
  const sleep = (ms: number) =>
    new Promise<void>((wake) => {
      timers.push({ atMs: nowMs + ms, order: count++, wake })
    })
  return {
    runtime: {
      now: () => new Date(nowMs),
      sleep,
      random,
      // One generator for all, so no two are alike.
      randomId: () => seededUuid(random),
    },
    nowMs: () => nowMs,
    async run(work) {
      let isDone = false
      const done = work.finally(() => {
        isDone = true
      })
      while (!isDone) {
        // Whatever needs no time happens first.
        await new Promise((resolve) => setImmediate(resolve))
        await new Promise((resolve) => setImmediate(resolve))
        timers.sort((a, b) => a.atMs - b.atMs || a.order - b.order)
        const next = timers.shift()
        if (next === undefined) continue
        nowMs = Math.max(nowMs, next.atMs)
        next.wake()
        while (timers[0] !== undefined && timers[0].atMs <= nowMs) timers.shift()?.wake()
      }
      return done
    },
  }
}

/** What DynamoDB bills: write units of 1 KB, strongly consistent read units of 4 KB. */
export interface Billed {
  calls: number
  writeUnits: number
  readUnits: number
  /** Of items that came to stay or took the place of others. */
  writtenBytes: number
}

/** A store whose every call takes some time to get there and some to come back. */
export function distantStore(
  store: StorePort,
  { runtime }: VirtualTime,
  roundTripMs: number,
): StorePort & { readonly billed: Billed } {
  const billed: Billed = { calls: 0, writeUnits: 0, readUnits: 0, writtenBytes: 0 }
  const travel = () => runtime.sleep((roundTripMs / 2) * (0.8 + 0.4 * runtime.random()))
  const from = async <T>(call: () => Promise<T>): Promise<T> => {
    billed.calls += 1
    await travel()
    const answer = await call()
    await travel()
    return answer
  }
  const read = (items: readonly StoredItem[]) => {
    billed.readUnits += Math.max(1, Math.ceil(bytesOf(items) / 4096))
  }
  return {
    kind: store.kind,
    billed,
    async get(key) {
      const got = await from(() => store.get(key))
      read(got.ok && got.value !== null ? [got.value] : [])
      return got
    },
    async put(item, condition) {
      // A put whose condition does not hold is billed all the same.
      billed.writeUnits += Math.ceil(bytesOf([item]) / 1024)
      const put = await from(() => store.put(item, condition))
      if (put.ok) billed.writtenBytes += bytesOf([item])
      return put
    },
    async query(range) {
      const items = await from(() => store.query(range))
      read(items.ok ? items.value : [])
      return items
    },
  }
}

/** Names of attributes, the id of the write, numbers. */
const BESIDE_BODY_BYTES = 80

function bytesOf(items: readonly StoredItem[]): number {
  return items.reduce(
    (sum, { pk, sk, body }) => sum + BESIDE_BODY_BYTES + pk.length + sk.length + bodyBytes(body),
    0,
  )
}

function seededUuid(random: () => number): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
