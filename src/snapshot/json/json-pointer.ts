/** One step of an RFC 6901 pointer, with its slash. */
export function pointerStep(key: PropertyKey): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
