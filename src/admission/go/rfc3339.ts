import { bytesOf } from './utf8.ts'

const LAYOUT = '2006-01-02T15:04:05Z07:00'

/** The sentence of Go's time.Parse about a text that is not an RFC 3339 time, or null. */
export function rfc3339Error(text: string): string | null {
  return new TimeScanner(text).scan()
}

interface Part {
  /** What Go's layout calls it, which its errors repeat. */
  readonly layout: string
  readonly name: string
  readonly max: number
  readonly min: number
  /** Go takes an hour of one digit. */
  readonly isFixed: boolean
}

const NO_MAX = 99
const MONTH: Part = { layout: '01', name: 'month', min: 1, max: 12, isFixed: true }
const DAY: Part = { layout: '02', name: 'day', min: 0, max: NO_MAX, isFixed: true }
const HOUR: Part = { layout: '15', name: 'hour', min: 0, max: 23, isFixed: false }
const MINUTE: Part = { layout: '04', name: 'minute', min: 0, max: 59, isFixed: true }
const SECOND: Part = { layout: '05', name: 'second', min: 0, max: 59, isFixed: true }

/** Reads one part after another; the first error stops it. */
class TimeScanner {
  private readonly text: string
  private rest: string
  private error: string | null = null

  constructor(text: string) {
    this.text = text
    this.rest = text
  }

  scan(): string | null {
    const year = this.year()
    this.mark('-')
    const month = this.number(MONTH)
    this.mark('-')
    const day = this.number(DAY)
    this.mark('T')
    this.number(HOUR)
    this.mark(':')
    this.number(MINUTE)
    this.mark(':')
    this.number(SECOND)
    if (this.error === null) this.rest = this.rest.replace(/^[.,][0-9]+/, '')
    this.zone()
    if (this.error === null && this.rest !== '') this.fail(`: extra text: ${quote(this.rest)}`)
    if (this.error === null && (day < 1 || day > daysIn(month, year)))
      this.fail(': day out of range')
    return this.error
  }

  private fail(what: string): void {
    this.error = `parsing time ${quote(this.text)}${what}`
  }

  private cannotParse(from: string, as: string): void {
    this.fail(` as ${quote(LAYOUT)}: cannot parse ${quote(from)} as ${quote(as)}`)
  }

  private year(): number {
    const digits = /^[0-9]{4}/.exec(this.rest)?.[0]
    if (digits === undefined) {
      this.cannotParse(this.rest, '2006')
      return 0
    }
    this.rest = this.rest.slice(4)
    return Number(digits)
  }

  private mark(char: string): void {
    if (this.error !== null) return
    if (this.rest.startsWith(char)) this.rest = this.rest.slice(1)
    else this.cannotParse(this.rest, char)
  }

  private number({ layout, name, min, max, isFixed }: Part): number {
    if (this.error !== null) return 0
    const digits = (isFixed ? /^[0-9]{2}/ : /^[0-9]{1,2}/).exec(this.rest)?.[0]
    if (digits === undefined) {
      this.cannotParse(this.rest, layout)
      return 0
    }
    this.rest = this.rest.slice(digits.length)
    const value = Number(digits)
    if (value < min || value > max) this.fail(`: ${name} out of range`)
    return value
  }

  private zone(): void {
    if (this.error !== null) return
    if (this.rest.startsWith('Z')) {
      this.rest = this.rest.slice(1)
      return
    }
    const match = /^(.)([0-9]{2}):([0-9]{2})/s.exec(this.rest)
    const [sign, hours, minutes] = [match?.[1], Number(match?.[2]), Number(match?.[3])]
    if (match === null) return this.cannotParse(this.rest, 'Z07:00')
    // The range is looked at before the sign.
    if (hours > 24) return this.fail(': time zone offset hour out of range')
    if (minutes > 60) return this.fail(': time zone offset minute out of range')
    if (sign !== '+' && sign !== '-') return this.cannotParse(this.rest, 'Z07:00')
    this.rest = this.rest.slice(6)
  }
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The quoting of Go's time package: bytes in hexadecimal for all but printable ASCII. */
function quote(text: string): string {
  let quoted = '"'
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    if (code >= 0x80 || code < 0x20) {
      for (const byte of bytesOf(code)) quoted += `\\x${byte.toString(16).padStart(2, '0')}`
    } else {
      quoted += char === '"' || char === '\\' ? `\\${char}` : char
    }
  }
  return `${quoted}"`
}
