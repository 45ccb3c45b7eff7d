import type { Runtime } from '../../../store/runtime.ts'

/** A body may pause for so long, also at its beginning. */
export const STALL_LIMIT_MS = 10_000
/** Averaged over the time since it began, once that is longer than the pause above. */
export const BYTES_PER_SECOND_MIN = 10_000
const CHECK_INTERVAL_MS = 1000

type Bytes = Uint8Array<ArrayBuffer>

/** The client sent too little for too long. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

/**
 * The same body, cut with a TooSlow when it stalls or trickles: a connection that is kept open by a
 * byte now and then would otherwise take up its place for ever.
 */
export function guardArrival(
  body: ReadableStream<Bytes>,
  { now, sleep }: Pick<Runtime, 'now' | 'sleep'>,
): ReadableStream<Bytes> {
  const reader = body.getReader()
  const startMs = now().getTime()
  let lastMs = startMs
  let receivedBytes = 0
  let isOpen = true
  return new ReadableStream<Bytes>(
    {
      start: (controller) => void watch(controller),
      async pull(controller) {
        const read = await reader.read()
        if (!isOpen) return
        lastMs = now().getTime()
        if (read.done) {
          isOpen = false
          return controller.close()
        }
        receivedBytes += read.value.length
        controller.enqueue(read.value)
      },
      cancel(reason) {
        isOpen = false
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )

  async function watch(controller: ReadableStreamDefaultController<Bytes>): Promise<void> {
    for (;;) {
      await sleep(CHECK_INTERVAL_MS)
      if (!isOpen) return
      const nowMs = now().getTime()
      const elapsedMs = nowMs - startMs
      if (nowMs - lastMs > STALL_LIMIT_MS) {
        return cut(controller, `no byte came for ${STALL_LIMIT_MS / 1000} s`)
      }
      if (elapsedMs > STALL_LIMIT_MS && receivedBytes * 1000 < BYTES_PER_SECOND_MIN * elapsedMs) {
        return cut(controller, `less than ${BYTES_PER_SECOND_MIN} bytes a second`)
      }
    }
  }

  function cut(controller: ReadableStreamDefaultController<Bytes>, what: string): void {
    isOpen = false
    const error = new TooSlow(`The body arrives too slowly: ${what}`)
    controller.error(error)
    reader.cancel(error).catch(() => {}) // the connection may be gone by itself
  }
}
