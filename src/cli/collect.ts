/** A whole answer of a use case that tells it part by part. */
export async function collect(parts: AsyncIterable<string>): Promise<unknown> {
  let text = ''
  for await (const part of parts) text += part
  return JSON.parse(text)
}
