/** Standard base64 with padding (RFC 4648, 4), as notes and keys are written. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** The bytes, or null where the text is not exactly what toBase64 writes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    return toBase64(bytes) === text ? bytes : null
  } catch {
    return null
  }
}
