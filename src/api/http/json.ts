import { err, ok, type Result } from '../../result.ts'
import { locateJsonFault, position } from './json-fault.ts'
import type { Fault } from './problem.ts'

/**
 * Bytes to a JSON value. The nesting is measured before anything parses, because parsers recurse:
 * a hostile body must cost one pass over its bytes and no more.
 */
export function parseJson(bytes: Uint8Array, nestingMax: number): Result<unknown, Fault> {
  if (isBlank(bytes)) return malformed('The body is empty', '')
  const deep = firstTooDeep(bytes, nestingMax)
  if (deep !== null) {
    const detail = `More than ${nestingMax} arrays and objects inside each other at ${at(bytes, deep)}`
    return err({ code: 'too-deep', detail })
  }
  const text = decodeUtf8(bytes)
  if (text === null) return malformed(`Not UTF-8 at ${at(bytes, firstNotUtf8(bytes))}`, '')
  try {
    return ok(JSON.parse(text))
  } catch {
    const fault = locateJsonFault(bytes)
    if (fault === null) return malformed('The body is not JSON', '')
    return malformed(`${fault.message} at ${at(bytes, fault.offset)}`, fault.pointer)
  }
}

/** Offset of the first bracket that opens one level too many, or null. */
function firstTooDeep(bytes: Uint8Array, nestingMax: number): number | null {
  let depth = 0
  for (let offset = 0; offset < bytes.length; offset++) {
    const byte = bytes[offset]
    if (byte === 0x22) {
      offset = endOfString(bytes, offset + 1)
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++
      if (depth > nestingMax) return offset
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--
    }
  }
  return null
}

/** Offset of the quote that closes a string, or the length of an unclosed one. */
function endOfString(bytes: Uint8Array, start: number): number {
  let offset = start
  while (offset < bytes.length && bytes[offset] !== 0x22) offset += bytes[offset] === 0x5c ? 2 : 1
  return offset
}

function malformed(detail: string, pointer: string): Result<never, Fault> {
  const message = detail.charAt(0).toUpperCase() + detail.slice(1)
  const issues = [{ pointer, code: 'malformed-json', message }]
  return err({ code: 'malformed-json', detail: message, issues })
}

function at(bytes: Uint8Array, byteOffset: number): string {
  const { offset, line, column } = position(bytes, byteOffset)
  return `line ${line}, column ${column} (byte ${offset})`
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)
}

/** A byte order mark is dropped, as RFC 8259 allows. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const CHUNK_BYTES = 4096

/** The decoder only says that something is wrong: chunks find the neighbourhood, bytes the place. */
function firstNotUtf8(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start = 0
  for (; start < bytes.length; start += CHUNK_BYTES) {
    if (!accepts(decoder, bytes.subarray(start, start + CHUNK_BYTES))) break
  }
  // A character may have begun in the chunk before: at most three bytes back.
  let offset = Math.max(0, start - 3)
  while (offset < start && ((bytes[offset] ?? 0) & 0xc0) === 0x80) offset++
  const fresh = new TextDecoder('utf-8', { fatal: true })
  while (offset < bytes.length && accepts(fresh, bytes.subarray(offset, offset + 1))) offset++
  return offset
}

function accepts(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
