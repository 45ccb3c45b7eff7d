/** The lines of a text that are not empty, as they come. */
export async function* textLines(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, void> {
  for await (const line of allLines(body)) if (line !== '') yield line
}

/**
 * All lines, and what is behind the last end of a line. One may be as long as all nodes of a cluster need,
 * so its parts are joined once.
 */
export async function* allLines(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const parts: string[] = []
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const [first = '', ...others] = read.value.split('\n')
      parts.push(first)
      for (const other of others) {
        yield parts.splice(0).join('')
        parts.push(other)
      }
    }
    yield parts.join('')
  } finally {
    await reader.cancel()
  }
}
