import { CelError, type Outcome } from '../values/cel-value.ts'
import { goQuote } from '../values/go-quote.ts'
import { NANOS_PER_SECOND, type Timestamp } from '../values/time.ts'
import { method, type Overload } from './overload.ts'
import { aDuration, anInt, aString, aTimestamp } from './params.ts'

/** A part of a date or a time of day, from the local moment written as if it were UTC. */
type Part = (local: Date, timestamp: Timestamp) => number

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['getFullYear', (local) => local.getUTCFullYear()],
  ['getMonth', (local) => local.getUTCMonth()],
  ['getDayOfYear', dayOfYear],
  ['getDayOfMonth', (local) => local.getUTCDate() - 1],
  ['getDate', (local) => local.getUTCDate()],
  ['getDayOfWeek', (local) => local.getUTCDay()],
  ['getHours', (local) => local.getUTCHours()],
  ['getMinutes', (local) => local.getUTCMinutes()],
  ['getSeconds', (local) => local.getUTCSeconds()],
  ['getMilliseconds', (_local, { nanosOfSecond }) => Math.trunc(nanosOfSecond / 1e6)],
])

/** From 0. */
function dayOfYear(local: Date): number {
  const start = new Date(local)
  start.setUTCMonth(0, 1)
  start.setUTCHours(0, 0, 0, 0)
  return Math.floor((local.getTime() - start.getTime()) / 86_400_000)
}

function partAt(part: Part, timestamp: Timestamp, offsetSeconds: number): bigint {
  const local = new Date((Number(timestamp.seconds) + offsetSeconds) * 1000)
  return BigInt(part(local, timestamp))
}

function partIn(part: Part, timestamp: Timestamp, zone: string): Outcome {
  const offset = zone.includes(':')
    ? fixedOffset(zone)
    : zoneOffset(zone, Number(timestamp.seconds) * 1000)
  return offset instanceof CelError ? offset : partAt(part, timestamp, offset)
}

/** `+01:30`, in seconds east of UTC. */
function fixedOffset(zone: string): number | CelError {
  const colon = zone.indexOf(':')
  const hours = atoi(zone.slice(0, colon))
  const minutes = atoi(zone.slice(colon + 1))
  if (hours instanceof CelError) return hours
  if (minutes instanceof CelError) return minutes
  const total = zone.startsWith('-') ? hours * 60 - minutes : hours * 60 + minutes
  return total * 60
}

/** strconv.Atoi; no offset is longer than a few digits. */
function atoi(text: string): number | CelError {
  if (/^[+-]?\d{1,9}$/.test(text)) return Number(text)
  return new CelError(`strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`)
}

/** How far a zone by its IANA name is from UTC at a moment, by the platform's own tables. */
function zoneOffset(zone: string, ms: number): number | CelError {
  if (zone === '' || zone === 'UTC') return 0
  const format = formatIn(zone)
  if (format === null) return new CelError(`unknown time zone ${zone}`)
  const parts = new Map<string, number>()
  for (const { type, value } of format.formatToParts(ms)) parts.set(type, Number(value))
  const part = (name: string): number => parts.get(name) ?? 0
  const local = new Date(0)
  local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  local.setUTCHours(part('hour') % 24, part('minute'), part('second'))
  return Math.round((local.getTime() - Math.floor(ms / 1000) * 1000) / 1000)
}

function formatIn(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // The platform says in no other way that it does not know a zone.
    return null
  }
}

/** Whole hours and so on of a duration. */
const DURATION_UNITS: ReadonlyMap<string, bigint> = new Map([
  ['getHours', 3600n * NANOS_PER_SECOND],
  ['getMinutes', 60n * NANOS_PER_SECOND],
  ['getSeconds', NANOS_PER_SECOND],
])

const ofTimestamps = [...PARTS].flatMap(([name, part]): Overload[] => [
  // Without a zone times are in UTC (cel.DefaultUTCTimeZone).
  method(name, [aTimestamp], anInt, (timestamp) => partAt(part, timestamp, 0)),
  method(name, [aTimestamp, aString], anInt, (timestamp, zone) => partIn(part, timestamp, zone)),
])

const ofDurations = [...DURATION_UNITS].map(([name, nanos]) =>
  method(name, [aDuration], anInt, (duration) => duration.inUnitsOf(nanos)),
)

/** Parts of timestamps and durations. */
export const TIMES: readonly Overload[] = [
  ...ofTimestamps,
  ...ofDurations,
  method('getMilliseconds', [aDuration], anInt, ({ nanos }) => nanos / 1_000_000n),
]
