/** Who waits less than this need not be told what for. */
const SILENT_MS = 1000
const BETWEEN_MS = 100
const CLEAR_LINE = '\r\u001b[K'
const CHARS_MAX = 59

/** One line that is written over and over, and gone when there is something to say. */
export interface Progress {
  show(text: string): void
  clear(): void
}

/** Only a person at a terminal reads it; in a pipe or a log it would be noise. */
export function makeProgress(
  stream: { readonly isTTY?: boolean; write(text: string): unknown },
  now: () => number = () => performance.now(),
): Progress {
  const startMs = now()
  let lastMs = Number.NEGATIVE_INFINITY
  let isShown = false
  return {
    show(text) {
      const nowMs = now()
      if (stream.isTTY !== true || nowMs - startMs < SILENT_MS) return
      if (nowMs - lastMs < BETWEEN_MS) return
      lastMs = nowMs
      isShown = true
      stream.write(`${CLEAR_LINE}${text.slice(0, CHARS_MAX)}`)
    },
    clear() {
      if (isShown) stream.write(CLEAR_LINE)
      isShown = false
    },
  }
}
