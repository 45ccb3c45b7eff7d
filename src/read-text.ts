export interface ReadText {
  readonly text: string
  readonly bytes: number
}

/** A body up to so many bytes; null: there is more, which is not read. Throws what breaks it off. */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<ReadText | null> {
  if (body === null) return { text: '', bytes: 0 }
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), bytes }
    bytes += value.byteLength
    if (bytes > bytesMax) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}
