const MINUTE = 60
const HOUR = 3600

/** `40s`, `5m20s`, `1h0m5s`: as kubectl writes a span of time. */
export function secondsText(seconds: number): string {
  const rounded = Math.round(seconds * 100) / 100
  if (rounded < MINUTE) return `${rounded}s`
  const rest = Math.round((rounded % MINUTE) * 100) / 100
  const minutes = Math.floor(rounded / MINUTE) % MINUTE
  const hours = Math.floor(rounded / HOUR)
  const small = rest === 0 ? '' : `${rest}s`
  return hours === 0 ? `${minutes}m${small}` : `${hours}h${minutes}m${small}`
}
