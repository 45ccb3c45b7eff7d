/** Variables, secrets and resources, as Workers hand them over. */
export type Bindings = Readonly<Record<string, unknown>>

/** Variables and secrets alone. */
export function textsOf(bindings: Bindings): Record<string, string> {
  const texts = Object.entries(bindings).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts) as Record<string, string> // only strings are left
}
