import type { Gunzip } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

export type Compression = 'gzip' | 'deflate'

/** Bytes that a decompressor gives at a time. */
const CHUNK_BYTES = 1 << 17

/** What is in a compressed body; throws when it is damaged, ends early or has something behind its end. */
export function decompress(body: ReadableStream<Bytes>, format: Compression): AsyncIterable<Bytes> {
  const load = globalThis.process?.getBuiltinModule
  const [zlib, streams] = [load?.('node:zlib'), load?.('node:stream')]
  if (format !== 'gzip' || zlib === undefined || streams === undefined) {
    return chunksOf(body.pipeThrough(new DecompressionStream(format)))
  }
  // The Web's own stream knows no gzip file of several members, which RFC 1952 allows.
  const gunzip = zlib.createGunzip({ chunkSize: CHUNK_BYTES })
  // What goes wrong comes out of the last stream.
  streams.pipeline(streams.Readable.from(chunksOf(body)), gunzip, () => {})
  return chunksOfNode(gunzip)
}

export async function* chunksOf(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes, void, void> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    // Whoever reads no more, reads nothing of it.
    await reader.cancel().catch(() => {})
  }
}

async function* chunksOfNode(stream: Gunzip): AsyncGenerator<Bytes, void, void> {
  for await (const chunk of stream) yield chunk
}

/** Bytes that come in parts, made into one gzip member. */
export class GzipCollector {
  private readonly writer: WritableStreamDefaultWriter<Bytes>
  private readonly made: Promise<Bytes>

  constructor() {
    const stream = new CompressionStream('gzip')
    this.writer = stream.writable.getWriter()
    this.made = new Response(stream.readable).arrayBuffer().then((all) => new Uint8Array(all))
  }

  /** Resolves once there is room for more. */
  async add(part: Bytes): Promise<void> {
    await this.writer.write(part)
  }

  async finish(): Promise<Bytes> {
    await this.writer.close()
    return this.made
  }

  /** Nobody wants it any more. */
  async drop(): Promise<void> {
    await this.writer.abort().catch(() => {})
    await this.made.catch(() => {})
  }
}

/** The text of a whole gzip member. */
export async function inflate(bytes: Bytes): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).text()
}
