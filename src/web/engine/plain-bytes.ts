/** The bytes of a file that may be compressed, as they are read. */
export interface PlainBytes {
  readonly isGzip: boolean
  readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>
}

export async function plainBytes(blob: Blob): Promise<PlainBytes> {
  const isGzip = beginsAsGzip(await firstBytes(blob, 2))
  const stream = blob.stream()
  return { isGzip, bytes: isGzip ? stream.pipeThrough(new DecompressionStream('gzip')) : stream }
}

/** None of a file that cannot be read: whoever reads all of it is told why. */
export async function firstBytes(blob: Blob, count: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.slice(0, count).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}

export function beginsAsGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b
}

/** What is wrong with a file, from what the browser's own streams threw; anything else is thrown on. */
export function damageText(name: string, isGzip: boolean, error: unknown): string {
  if (!(error instanceof Error)) throw error
  return `${name}: ${isGzip ? 'the gzip data is damaged or ends too early' : error.message}`
}
