import { sha256 as sha256Now } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** SHA-256 as it is told: `sha256:` and 64 hexadecimal digits. */

/** A digest of bytes that come in parts. */
export interface RunningDigest {
  /** The part may not change until the digest is finished. */
  update(part: Uint8Array<ArrayBuffer>): void
  finish(): Promise<string>
}

/** Workers and Node have each their own way to digest what comes in parts; the Web has none. */
export function startDigest(): RunningDigest {
  const node = globalThis.process?.getBuiltinModule?.('node:crypto')
  if (node !== undefined) {
    const hash = node.createHash('sha256')
    return {
      update: (part) => void hash.update(part),
      finish: async () => told(hash.digest()),
    }
  }
  return new StreamedDigest()
}

/** Of the Workers runtime. */
interface DigestStream extends WritableStream<Uint8Array> {
  readonly digest: Promise<ArrayBuffer>
}

class StreamedDigest implements RunningDigest {
  private readonly stream: DigestStream
  private readonly writer: WritableStreamDefaultWriter<Uint8Array>

  constructor() {
    const { DigestStream: Stream } = crypto as unknown as {
      DigestStream: new (algorithm: 'SHA-256') => DigestStream
    } // the one runtime besides Node that the app is for
    this.stream = new Stream('SHA-256')
    this.writer = this.stream.getWriter()
  }

  update(part: Uint8Array<ArrayBuffer>): void {
    void this.writer.write(part)
  }

  async finish(): Promise<string> {
    await this.writer.close()
    return told(new Uint8Array(await this.stream.digest))
  }
}

function told(hash: Uint8Array): string {
  return `sha256:${bytesToHex(hash)}`
}

/** The digest of a short text, in UTF-8, and at once: the platform's own digest takes a turn each. */
export function digestOfText(text: string): string {
  return told(sha256Now(new TextEncoder().encode(text)))
}
