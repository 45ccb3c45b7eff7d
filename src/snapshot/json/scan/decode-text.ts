/** Every runtime has it and it has no effects, though the language itself does not know it. */
declare const TextDecoder: new (
  label: 'utf-8',
  options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
) => { decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string }

/** A byte order mark is dropped before the text; within it, it is a character like any other. */
const decoder: InstanceType<typeof TextDecoder> = new TextDecoder('utf-8', { ignoreBOM: true })

/** Of bytes that are UTF-8, as everything is that a scanner went over. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** The first byte at which a text is no longer UTF-8; null when it is, as far as it goes. */
export function firstNotUtf8(bytes: Uint8Array): number | null {
  const strict = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length; at++) {
    try {
      strict.decode(bytes.subarray(at, at + 1), { stream: true })
    } catch {
      return at
    }
  }
  return null
}
