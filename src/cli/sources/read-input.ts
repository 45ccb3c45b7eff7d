import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

export const STDIN = '-'

/** Bytes that are read at a time. */
const CHUNK_BYTES = 1 << 18

/** The name under which errors speak of an input. */
export function inputName(path: string): string {
  return path === STDIN ? 'standard input' : path
}

/**
 * The bytes of a file, or of standard input for `-`, as UTF-8; gzip and UTF-16 are recognized by their
 * first bytes. A chunk is good until the next one is asked for.
 */
export async function* inputChunks(path: string): AsyncGenerator<Uint8Array, void, void> {
  const chunks = plainChunks(path)
  const first = await chunks.next()
  if (first.done === true) return
  const encoding = utf16Of(first.value)
  if (encoding !== null) return yield* recoded(encoding, first.value, chunks)
  yield first.value
  yield* chunks
}

/** As a stream, for whoever takes nothing else. */
export function inputStream(path: string): Readable {
  return Readable.from(copies(inputChunks(path)))
}

async function* plainChunks(path: string): AsyncGenerator<Uint8Array, void, void> {
  if (path === STDIN && process.stdin.isTTY) {
    throw new Error('nothing is piped in; pipe a dump of kubectl, or give --snapshot FILE')
  }
  const chunks = path === STDIN ? stdinChunks() : fileChunks(path)
  const first = await chunks.next()
  if (first.done === true) return
  if (!isGzip(first.value)) {
    yield first.value
    return yield* chunks
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  // What goes wrong comes out of the last stream.
  pipeline(Readable.from(copies(chunks, first.value)), gunzip, () => {})
  for await (const chunk of gunzip) yield chunk
}

/** The first chunk has at least two bytes, if there are so many. */
async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void, void> {
  const handle = await open(path)
  try {
    // One buffer for all: as many new ones would wait for the garbage collector as a file is long.
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let length = await fill(handle, buffer); length > 0; length = await fill(handle, buffer)) {
      yield buffer.subarray(0, length)
    }
  } finally {
    await handle.close()
  }
}

/** A pipe gives less at a time than was asked for. */
async function fill(handle: FileHandle, buffer: Buffer): Promise<number> {
  let length = 0
  while (length < 2) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return length
}

async function* stdinChunks(): AsyncGenerator<Uint8Array, void, void> {
  let pending: Uint8Array = Buffer.alloc(0)
  for await (const chunk of process.stdin) {
    const given = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    pending = given.length < 2 ? given : Buffer.alloc(0)
    if (given.length >= 2) yield given
  }
  if (pending.length > 0) yield pending
}

async function* copies(
  rest: AsyncIterable<Uint8Array>,
  first: Uint8Array = Buffer.alloc(0),
): AsyncGenerator<Buffer> {
  yield Buffer.from(first)
  for await (const chunk of rest) yield Buffer.from(chunk)
}

/** By its byte order mark: what Windows PowerShell writes with `>`. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

async function* recoded(
  encoding: string,
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const decoder = new TextDecoder(encoding)
  const encoder = new TextEncoder()
  yield encoder.encode(decoder.decode(first, { stream: true }))
  for await (const chunk of rest) yield encoder.encode(decoder.decode(chunk, { stream: true }))
  yield encoder.encode(decoder.decode())
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

const EXPLANATIONS = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'this is a directory'],
  ['EACCES', 'it may not be read'],
  ['Z_DATA_ERROR', 'the gzip data is damaged'],
  ['Z_BUF_ERROR', 'the gzip data ends too early'],
])

/** What went wrong with an input, in words. */
export function explainInputError(error: unknown): string {
  if (!(error instanceof Error)) throw error
  const { code } = error as NodeJS.ErrnoException // the fields of errors of the system
  return EXPLANATIONS.get(code ?? '') ?? error.message
}
