import type { Scan } from './scan.ts'

const HEX = /^[0-9a-fA-F]$/
const OCTAL = /^[0-7]$/
const SIMPLE_ESCAPES = new Set(['a', 'b', 'f', 'n', 'r', 't', 'v', '"', "'", '\\', '?', '`'])

/** A string literal whose opening quote is at a place, in one or three quotes, raw or with escapes. */
export function scanString(points: readonly string[], at: number, isRaw: boolean): Scan {
  const quote = points[at]
  const isTriple = points[at + 1] === quote && points[at + 2] === quote
  if (!isTriple) return scanSingle(points, at, isRaw)
  const triple = scanTriple(points, at, isRaw)
  // Two quotes are an empty string where the third opens nothing that is closed.
  return triple.kind === null ? { kind: 'STRING', end: at + 2 } : triple
}

export function scanBytes(points: readonly string[], at: number, isRaw: boolean): Scan {
  const scan = scanString(points, at, isRaw)
  return scan.kind === null ? scan : { kind: 'BYTES', end: scan.end }
}

function scanSingle(points: readonly string[], start: number, isRaw: boolean): Scan {
  const quote = points[start]
  let at = start + 1
  for (;;) {
    const point = points[at]
    if (point === quote) return { kind: 'STRING', end: at + 1 }
    if (point === undefined || point === '\n' || point === '\r') return failed(at)
    if (point !== '\\' || isRaw) at++
    else {
      const scanned = scanEscape(points, at)
      if (scanned.end === null) return failed(scanned.failedAt)
      at = scanned.end
    }
  }
}

function scanTriple(points: readonly string[], start: number, isRaw: boolean): Scan {
  const quote = points[start]
  let at = start + 3
  for (;;) {
    const point = points[at]
    if (point === undefined) return failed(at)
    if (point === quote && points[at + 1] === quote && points[at + 2] === quote) {
      return { kind: 'STRING', end: at + 3 }
    }
    if (point !== '\\' || isRaw) at++
    else {
      const scanned = scanEscape(points, at)
      if (scanned.end === null) return failed(scanned.failedAt)
      at = scanned.end
    }
  }
}

function failed(failedAt: number): Scan {
  return { kind: null, failedAt }
}

type Escape =
  | { readonly end: number; readonly failedAt?: never }
  | { readonly end: null; readonly failedAt: number }

function scanEscape(points: readonly string[], at: number): Escape {
  const mark = points[at + 1]
  if (mark === undefined) return { end: null, failedAt: at + 1 }
  if (SIMPLE_ESCAPES.has(mark)) return { end: at + 2 }
  if (mark === 'x' || mark === 'X') return scanDigits(points, at + 2, 2, HEX)
  if (mark === 'u') return scanDigits(points, at + 2, 4, HEX)
  if (mark === 'U') return scanDigits(points, at + 2, 8, HEX)
  if (/^[0-3]$/.test(mark)) return scanDigits(points, at + 2, 2, OCTAL)
  return { end: null, failedAt: at + 1 }
}

function scanDigits(points: readonly string[], at: number, count: number, digit: RegExp): Escape {
  for (let i = 0; i < count; i++) {
    if (!digit.test(points[at + i] ?? '')) return { end: null, failedAt: at + i }
  }
  return { end: at + count }
}
