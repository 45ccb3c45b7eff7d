import type { Context } from 'hono'
import { sha256 } from '../../digest.ts'
import { err, ok, type Result } from '../../result.ts'
import type { AppEnv } from './app-env.ts'
import { guardArrival, TooSlow } from './guard-arrival.ts'
import type { InflightLease } from './inflight-limiter.ts'
import { tooBusy } from './limit-inflight.ts'
import { BUFFERS_FULL } from './offload.ts'
import type { Fault } from './problem.ts'

/** A request body as received, after Content-Encoding is removed. */
export interface ReceivedBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** SHA-256 of the bytes, as `sha256:` and 64 hexadecimal digits. */
  readonly digest: string
}

type Compression = 'gzip' | 'deflate'

const ENCODINGS = new Map<string, Compression | null>([
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
])

/** Reads a JSON body to its end: 415 for what is not JSON, 413 above the limit of decoded bytes. */
export async function readBody(c: Context<AppEnv>): Promise<Result<ReceivedBody, Fault>> {
  const { bodyBytes } = c.get('platform').limits
  const refusal = refuseMediaType(c.req.header('content-type'))
  if (refusal !== null) return refusal
  const encoding = (c.req.header('content-encoding') ?? '').trim().toLowerCase()
  const format = ENCODINGS.get(encoding)
  if (format === undefined) {
    return err({
      code: 'unsupported-media-type',
      detail: `Content-Encoding ${JSON.stringify(encoding)} is not supported`,
      headers: { 'Accept-Encoding': 'gzip, deflate, identity' },
    })
  }
  const declaredBytes = Number(c.req.header('content-length') ?? 0)
  if (declaredBytes > bodyBytes) return tooLarge(bodyBytes)
  const bytes = await collect(decoded(arriving(c), format), bodyBytes, c.get('lease'))
  if (bytes === 'too-large') return tooLarge(bodyBytes)
  if (bytes === 'too-busy') return err(tooBusy(BUFFERS_FULL))
  if (bytes instanceof TooSlow) return err({ code: 'too-slow', detail: bytes.message })
  if (bytes === 'broken') {
    const what = format === null ? 'ended early' : `is not valid ${format}`
    return err({ code: 'malformed-json', detail: `The body ${what}` })
  }
  c.set('requestBytes', bytes.length)
  return ok({ bytes, digest: await sha256(bytes) })
}

function refuseMediaType(header: string | undefined): Result<never, Fault> | null {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';')
  const isJson = /^application\/(?:[\w.+-]+\+)?json$/.test(type.trim())
  const charsets = parameters.map((text) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(text)?.[1])
  const isUtf8 = charsets.every((charset) => charset === undefined || /^utf-?8$/.test(charset))
  if (isJson && isUtf8) return null
  const got = header === undefined ? 'no Content-Type' : `Content-Type ${JSON.stringify(header)}`
  return err({
    code: 'unsupported-media-type',
    detail: `Expected application/json in UTF-8, got ${got}`,
    headers: { Accept: 'application/json' },
  })
}

/** The body of the request, cut when it comes too slowly. */
function arriving(c: Context<AppEnv>): ByteStream | null {
  const { body } = c.req.raw
  return body === null ? null : guardArrival(body, c.get('platform').runtime)
}

type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>

function decoded(body: ByteStream | null, format: Compression | null): ByteStream | null {
  if (body === null || format === null) return body
  return body.pipeThrough(new DecompressionStream(format))
}

/** Stops reading at the limit, so that a small compressed body cannot grow without bound. */
async function collect(
  stream: ByteStream | null,
  limitBytes: number,
  lease: InflightLease | undefined,
): Promise<Uint8Array<ArrayBuffer> | TooSlow | 'too-large' | 'too-busy' | 'broken'> {
  if (stream === null) return new Uint8Array()
  const reader = stream.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let totalBytes = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      totalBytes += read.value.length
      if (totalBytes > limitBytes) {
        await reader.cancel()
        return 'too-large'
      }
      if (lease?.buffer(read.value.length) === false) {
        await reader.cancel()
        return 'too-busy'
      }
      chunks.push(read.value)
    }
  } catch (error) {
    if (error instanceof TooSlow) return error
    return 'broken' // the client went away, or the compressed data is damaged
  }
  return join(chunks, totalBytes)
}

function join(chunks: readonly Uint8Array<ArrayBuffer>[], totalBytes: number) {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only
  const bytes = new Uint8Array(totalBytes)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

function tooLarge(limitBytes: number): Result<never, Fault> {
  return err({
    code: 'too-large',
    detail: `The body is larger than ${limitBytes} bytes after Content-Encoding is removed`,
  })
}
