import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { err, ok, type Result } from '../result.ts'

export const STDIN = '-'

/** The name under which errors speak of an input. */
export function inputName(path: string): string {
  return path === STDIN ? 'standard input' : path
}

/** All bytes of a file, or of standard input for `-`; gzip is recognized by its first bytes. */
export async function readInput(path: string): Promise<Result<Uint8Array, readonly string[]>> {
  if (path === STDIN && process.stdin.isTTY) {
    return err(['nothing is piped in; pipe a dump of kubectl, or give --snapshot FILE'])
  }
  try {
    const bytes = path === STDIN ? await readStandardInput() : await readFile(path)
    return ok(isGzip(bytes) ? gunzipSync(bytes) : bytes)
  } catch (error) {
    return err([`${inputName(path)}: ${explain(error)}`])
  }
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
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
  ['ERR_BUFFER_TOO_LARGE', 'it is too large once unpacked'],
  ['ERR_FS_FILE_TOO_LARGE', 'it is too large'],
])

function explain(error: unknown): string {
  if (!(error instanceof Error)) throw error
  const { code } = error as NodeJS.ErrnoException // the fields of errors of the system
  return EXPLANATIONS.get(code ?? '') ?? error.message
}
