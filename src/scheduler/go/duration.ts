const NS_BY_UNIT: ReadonlyMap<string, number> = new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['μs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['m', 60e9],
  ['h', 3600e9],
])

export type DurationResult =
  | { readonly ok: true; readonly ns: number }
  | { readonly ok: false; readonly message: string }

/** Go's time.ParseDuration: nanoseconds of a text such as "1h30m" or "-1.5s", or what Go says is wrong. */
export function parseDuration(text: string): DurationResult {
  const invalid = { ok: false, message: `time: invalid duration ${JSON.stringify(text)}` } as const
  const sign = text.startsWith('-') ? -1 : 1
  let rest = text.replace(/^[+-]/, '')
  if (rest === '0') return { ok: true, ns: 0 }
  if (rest === '') return invalid
  let ns = 0
  while (rest !== '') {
    const [number = ''] = /^[0-9]*\.?[0-9]*/.exec(rest) ?? []
    if (!/[0-9]/.test(number)) return invalid
    rest = rest.slice(number.length)
    const [unit = ''] = /^[^0-9.]*/.exec(rest) ?? []
    rest = rest.slice(unit.length)
    const nsPerUnit = NS_BY_UNIT.get(unit)
    if (unit === '') {
      return { ok: false, message: `time: missing unit in duration ${JSON.stringify(text)}` }
    }
    if (nsPerUnit === undefined) {
      const [quotedUnit, quotedText] = [unit, text].map((one) => JSON.stringify(one))
      return { ok: false, message: `time: unknown unit ${quotedUnit} in duration ${quotedText}` }
    }
    ns += Number(number) * nsPerUnit
  }
  return { ok: true, ns: sign * ns }
}

/** Go's Duration.String: "1h30m0s", "1.5s", "250ms"; a second or more shows every unit below the largest. */
export function durationText(ns: number): string {
  if (ns < 0) return `-${durationText(-ns)}`
  if (ns === 0) return '0s'
  if (ns < 1e3) return `${ns}ns`
  if (ns < 1e6) return `${ns / 1e3}µs`
  if (ns < 1e9) return `${ns / 1e6}ms`
  const hours = Math.floor(ns / 3600e9)
  const minutes = Math.floor(ns / 60e9) % 60
  const seconds = `${(ns % 60e9) / 1e9}s`
  if (hours > 0) return `${hours}h${minutes}m${seconds}`
  return minutes > 0 ? `${minutes}m${seconds}` : seconds
}
