/** SHA-256 of bytes, as `sha256:` and 64 hexadecimal digits. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha256:${Array.from(hash, hexByte).join('')}`
}

/** The same of a text, in UTF-8. */
export async function sha256OfText(text: string): Promise<string> {
  return sha256(new TextEncoder().encode(text))
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
