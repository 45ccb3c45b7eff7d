/** Date.parse takes much more, and some of it in the time zone of the machine. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** Milliseconds since the epoch of an RFC 3339 time; NaN for anything else. */
export function timeMsOf(text: string): number {
  return RFC_3339.test(text) ? Date.parse(text) : Number.NaN
}
