/**
 * The lines of a text that are not empty, as they come. A line may be as long as all nodes of a cluster
 * need, so its parts are joined once.
 */
export async function* textLines(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const parts: string[] = []
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const [first = '', ...others] = read.value.split('\n')
      parts.push(first)
      for (const other of others) {
        const line = parts.splice(0).join('')
        if (line !== '') yield line
        parts.push(other)
      }
    }
    const last = parts.join('')
    if (last !== '') yield last
  } finally {
    await reader.cancel()
  }
}
