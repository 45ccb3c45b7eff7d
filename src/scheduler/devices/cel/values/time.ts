import { formatPlain } from './go-float.ts'

/** A length of time in nanoseconds, of 64 bits as Go's. */
export class Duration {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }

  /** Whole parts of so many nanoseconds, by way of a double as in Go. */
  inUnitsOf(nanosPerUnit: bigint): bigint {
    const whole = Number(this.nanos / nanosPerUnit)
    const rest = Number(this.nanos % nanosPerUnit)
    return BigInt(Math.trunc(whole + rest / Number(nanosPerUnit)))
  }

  toString(): string {
    const whole = Number(this.nanos / NANOS_PER_SECOND)
    return `${formatPlain(whole + Number(this.nanos % NANOS_PER_SECOND) / 1e9)}s`
  }
}

/** A moment, and the offset from UTC in which it was written. */
export class Timestamp {
  readonly nanos: bigint
  readonly offsetMinutes: number

  constructor(nanos: bigint, offsetMinutes: number) {
    this.nanos = nanos
    this.offsetMinutes = offsetMinutes
  }

  get seconds(): bigint {
    return floorDivide(this.nanos, NANOS_PER_SECOND)
  }

  get nanosOfSecond(): number {
    return Number(this.nanos - this.seconds * NANOS_PER_SECOND)
  }

  /** RFC 3339 with as many digits as the second needs. */
  toString(): string {
    const local = new Date(Number(this.seconds) * 1000 + this.offsetMinutes * 60_000)
    const dateAndTime = local.toISOString().slice(-24, -5)
    const nanos = this.nanosOfSecond
    const fraction = nanos === 0 ? '' : `.${nanos.toString().padStart(9, '0').replace(/0+$/, '')}`
    return `${dateAndTime}${fraction}${formatOffset(this.offsetMinutes)}`
  }
}

function formatOffset(minutes: number): string {
  if (minutes === 0) return 'Z'
  const absolute = Math.abs(minutes)
  const hours = Math.trunc(absolute / 60)
  const rest = absolute % 60
  return `${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`
}

function pad(value: number): string {
  return value.toString().padStart(2, '0')
}

export const NANOS_PER_SECOND: bigint = 1_000_000_000n
/** 0001-01-01T00:00:00Z and the last second of 9999. */
export const SECONDS_MIN: bigint = -62_135_596_800n
export const SECONDS_MAX: bigint = 253_402_300_799n

export function isTimestampSecond(seconds: bigint): boolean {
  return seconds >= SECONDS_MIN && seconds <= SECONDS_MAX
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient
}

const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/

/** time.Parse(time.RFC3339): any year of four digits, null where Go fails. */
export function parseTimestamp(text: string): Timestamp | null {
  const match = RFC_3339.exec(text)
  if (match === null) return null
  const [year, month, day, hours, minutes, seconds] = match.slice(1, 7).map(Number)
  const fraction = (match[7] ?? '').slice(0, 9).padEnd(9, '0')
  const offsetHours = Number(match[9] ?? 0)
  const offsetRest = Number(match[10] ?? 0)
  if (hours > 23 || minutes > 59 || seconds > 59 || offsetHours > 24 || offsetRest > 60) return null
  const ms = utcMs(year, month, day)
  if (ms === null) return null
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetRest)
  const second = ms / 1000 + hours * 3600 + minutes * 60 + seconds - offset * 60
  return new Timestamp(BigInt(second) * NANOS_PER_SECOND + BigInt(fraction), offset)
}

export function isCalendarDay(year: number, month: number, day: number): boolean {
  return utcMs(year, month, day) !== null
}

/** The start of a day that the calendar has. */
function utcMs(year: number, month: number, day: number): number | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null
}

const UNIT_NANOS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', NANOS_PER_SECOND],
  ['m', 60n * NANOS_PER_SECOND],
  ['h', 3600n * NANOS_PER_SECOND],
])
const DURATION = /^([+-]?)((?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/
const DURATION_PART = /(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/g
const MAGNITUDE_MAX = 2n ** 63n
/** Longer texts are refused unread. */
const DURATION_LENGTH_MAX = 1000

/** time.ParseDuration, null where it fails. */
export function parseDuration(text: string): Duration | null {
  if (/^[+-]?0$/.test(text)) return new Duration(0n)
  const match = text.length > DURATION_LENGTH_MAX ? null : DURATION.exec(text)
  if (match === null) return null
  let nanos = 0n
  for (const [, whole = '', fraction = '', unit = ''] of (match[2] ?? '').matchAll(DURATION_PART)) {
    const unitNanos = UNIT_NANOS.get(unit) ?? 1n
    nanos += BigInt(whole === '' ? 0 : whole) * unitNanos + fractionNanos(fraction, unitNanos)
    if (nanos > MAGNITUDE_MAX) return null
  }
  if (match[1] === '-') return new Duration(-nanos)
  return nanos === MAGNITUDE_MAX ? null : new Duration(nanos)
}

/** By way of a double, as in Go. */
function fractionNanos(fraction: string, unitNanos: bigint): bigint {
  if (fraction === '') return 0n
  const digits = fraction.slice(0, 18)
  return BigInt(Math.trunc(Number(digits) * (Number(unitNanos) / Number(`1e${digits.length}`))))
}
