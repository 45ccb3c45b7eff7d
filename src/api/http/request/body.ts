import type { Context } from 'hono'
import { type Compression, chunksOf, decompress } from '../../../compression.ts'
import { startDigest } from '../../../digest.ts'
import { err, ok, type Result } from '../../../result.ts'
import { BodyReading } from '../../../snapshot/bytes/body-reading.ts'
import type { BodyPlan, TextForm } from '../../../snapshot/bytes/body-shape.ts'
import type { ReadFault } from '../../../snapshot/json/scan/reader.ts'
import type { Scanner } from '../../../snapshot/json/scan/scanner.ts'
import type { AppEnv } from '../app-env.ts'
import { type Fault, faultOf } from '../fault.ts'
import { tooBusy } from '../limits/limit-inflight.ts'
import { BUFFERS_FULL } from '../offload.ts'
import { guardArrival, TooSlow } from './guard-arrival.ts'

/** A request body that was read as it came. */
export interface ReadBody {
  /** What JSON.parse would make of it, less what nobody reads of Kubernetes objects. */
  readonly value: unknown
  /** SHA-256 of the bytes after Content-Encoding is removed. */
  readonly digest: string
  /** An estimate of what the value holds in memory. */
  readonly keptBytes: number
}

/** Sees a body's bytes as they come, after Content-Encoding is removed. */
export type OnBytes = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>

const ENCODINGS = new Map<string, Compression | null>([
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
])

/** Reads a JSON body to its end: 415 for what is not JSON, 413 above the limit of decoded bytes. */
export async function readBody(
  c: Context<AppEnv>,
  plan: BodyPlan,
  onBytes: OnBytes | null = null,
): Promise<Result<ReadBody, Fault>> {
  const { limits, scanners } = c.get('platform')
  const form = formOf(c.req.header('content-type'))
  if (!form.ok) return form
  const format = compressionOf(c.req.header('content-encoding'))
  if (!format.ok) return format
  const declaredBytes = Number(c.req.header('content-length') ?? 0)
  if (declaredBytes > limits.bodyBytes) return tooLarge(limits.bodyBytes)
  const scanner = scanners.take()
  try {
    return await read(c, { plan, form: form.value, format: format.value, scanner, onBytes })
  } catch (error) {
    if (error instanceof TooSlow) return err({ code: 'too-slow', detail: error.message })
    if (!(error instanceof Broken)) throw error
    // The client went away, or the compressed data is damaged.
    const what = format.value === null ? 'ended early' : `is not valid ${format.value}`
    return err({ code: 'malformed-json', detail: `The body ${what}` })
  } finally {
    scanners.giveBack(scanner)
  }
}

/** Something outside of this process went wrong with the body. */
class Broken extends Error {}

interface Source {
  readonly plan: BodyPlan
  readonly form: TextForm
  readonly format: Compression | null
  readonly scanner: Scanner
  readonly onBytes: OnBytes | null
}

async function read(
  c: Context<AppEnv>,
  { plan, form, format, scanner, onBytes }: Source,
): Promise<Result<ReadBody, Fault>> {
  const { limits } = c.get('platform')
  const reading = new BodyReading(scanner, plan, limits, { form })
  const digest = startDigest()
  let totalBytes = 0
  let countedBytes = 0
  for await (const chunk of arriving(c, format)) {
    totalBytes += chunk.length
    // A small compressed body must not grow without bound.
    if (totalBytes > limits.bodyBytes) return tooLarge(limits.bodyBytes)
    digest.update(chunk)
    if (onBytes !== null) await onBytes(chunk)
    const fault = reading.push(chunk)
    if (fault !== null) return err(problemOf(fault))
    if (c.get('lease')?.buffer(reading.keptBytes - countedBytes) === false) {
      return err(tooBusy(BUFFERS_FULL))
    }
    countedBytes = reading.keptBytes
  }
  c.set('requestBytes', totalBytes)
  const outcome = reading.finish()
  if ('fault' in outcome) return err(problemOf(outcome.fault))
  const { keptBytes } = reading
  return ok({ value: outcome.value, digest: await digest.finish(), keptBytes })
}

/** The decoded body in the parts in which it comes, cut when it comes too slowly. */
async function* arriving(
  c: Context<AppEnv>,
  format: Compression | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const { body } = c.req.raw
  if (body === null) return
  const guarded = guardArrival(body, c.get('platform').runtime)
  const chunks = (format === null ? chunksOf(guarded) : decompress(guarded, format))[
    Symbol.asyncIterator
  ]()
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw error instanceof TooSlow ? error : new Broken()
      })
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await chunks.return?.()
  }
}

function problemOf({ code, message, pointer }: ReadFault): Fault {
  if (code === 'too-deep') return { code, detail: message }
  const issue = { pointer, code, message }
  return code === 'malformed-json' ? { code, detail: message, issues: [issue] } : faultOf([issue])
}

function compressionOf(header: string | undefined): Result<Compression | null, Fault> {
  const encoding = (header ?? '').trim().toLowerCase()
  const format = ENCODINGS.get(encoding)
  if (format !== undefined) return ok(format)
  return err({
    code: 'unsupported-media-type',
    detail: `Content-Encoding ${JSON.stringify(encoding)} is not supported`,
    headers: { 'Accept-Encoding': 'gzip, deflate, identity' },
  })
}

function formOf(header: string | undefined): Result<TextForm, Fault> {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';')
  const isJson = /^application\/(?:[\w.+-]+\+)?json$/.test(type.trim())
  const charsets = parameters.map((text) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(text)?.[1])
  const isUtf8 = charsets.every((charset) => charset === undefined || /^utf-?8$/.test(charset))
  if (isJson && isUtf8) return ok('value')
  const got = header === undefined ? 'no Content-Type' : `Content-Type ${JSON.stringify(header)}`
  return err({
    code: 'unsupported-media-type',
    detail: `Expected application/json in UTF-8, got ${got}`,
    headers: { Accept: 'application/json' },
  })
}

function tooLarge(limitBytes: number): Result<never, Fault> {
  return err({
    code: 'too-large',
    detail: `The body is larger than ${limitBytes} bytes after Content-Encoding is removed`,
  })
}
