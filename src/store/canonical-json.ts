/**
 * JSON in one form only (RFC 8785): members sorted by UTF-16 code units, no white space, numbers
 * and strings as ECMAScript writes them. Absent members (`undefined`) are left out.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}

/** SHA-256 of a text in UTF-8, as `sha256:` and 64 hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256:${Array.from(new Uint8Array(digest), hexByte).join('')}`
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
