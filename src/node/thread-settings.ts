import { availableParallelism, totalmem } from 'node:os'

const HEAP_BYTES_MIN = 256_000_000
const HEAP_BYTES_MAX = 4_000_000_000
/** Of the machine's memory, for all threads together. */
const MEMORY_SHARE = 0.6
const THREADS_MAX = 64

export interface ThreadSettings {
  /** 0: the main thread decides itself. */
  readonly threads: number
  /** Heap of one thread; a request that needs more is `too-expensive`. */
  readonly heapBytes: number
}

/** Reads BERTH_THREADS and BERTH_LIMIT_HEAP_BYTES; throws a TypeError that names the variable. */
export function readThreadSettings(
  env: Readonly<Record<string, string | undefined>>,
): ThreadSettings {
  const threads = readNumber(env, 'BERTH_THREADS', availableParallelism())
  if (threads > THREADS_MAX) throw new TypeError(`BERTH_THREADS is at most ${THREADS_MAX}`)
  const share = (totalmem() * MEMORY_SHARE) / Math.max(1, threads)
  const usual = Math.round(Math.min(HEAP_BYTES_MAX, Math.max(HEAP_BYTES_MIN, share)))
  return { threads, heapBytes: readNumber(env, 'BERTH_LIMIT_HEAP_BYTES', usual) }
}

function readNumber(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  usual: number,
): number {
  const text = env[name]
  if (text === undefined || text === '') return usual
  if (!/^\d{1,15}$/.test(text)) {
    throw new TypeError(`${name} must be a whole number, not ${JSON.stringify(text)}`)
  }
  return Number(text)
}
