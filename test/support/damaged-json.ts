import fc from 'fast-check'

/** Cannot be written as UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** JSON, minified or not, with one stretch replaced, which often is no JSON any more. */
export const damagedJson: fc.Arbitrary<string> = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.constantFrom('', ' ', '\t', '    '),
    fc.nat(),
    fc.nat(3),
    fc.string({ unit: 'binary', maxLength: 2 }),
  )
  .map(([json, indent, at, length, patch]) => {
    const text = JSON.stringify(JSON.parse(json), null, indent)
    const start = at % (text.length + 1)
    return text.slice(0, start) + patch + text.slice(start + length)
  })
  .filter((text) => !LONE_SURROGATE.test(text))

/** Bytes of JSON with some of them replaced, so that they may be no UTF-8. */
export const damagedBytes: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.json({ maxDepth: 3, stringUnit: 'binary' }),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
  )
  .map(([json, changes]) => {
    const bytes = new TextEncoder().encode(json)
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte
    return bytes
  })

/** What the platform's own parser makes of bytes. */
export function parseBytes(bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return null
  }
}
