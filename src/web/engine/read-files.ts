import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { DEFAULT_LIMITS } from '../../api/http/limits/limits.ts'
import { parseYaml } from '../../cli/sources/parse-yaml.ts'
import { type Sourced, sourcesOf } from '../../cli/sources/sources.ts'
import { err, ok, type Result } from '../../result.ts'
import { BodyReading } from '../../snapshot/bytes/body-reading.ts'
import type { BodyPlan } from '../../snapshot/bytes/body-shape.ts'
import { Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { PlainScanner } from '../../snapshot/json/scan/scanner.ts'
import { SnapshotObjects } from '../../snapshot/snapshot-objects.ts'
import type { Dropped } from '../protocol.ts'
import { beginsAsGzip, damageText, firstBytes } from './plain-bytes.ts'

/** Bytes as they come, with how many of how many have been read. */
export type OnBytes = (name: string, bytes: number, of: number) => void

/** Above it a file is a dump, of whose objects only what scheduling reads is kept; manifests are small. */
const MANIFEST_BYTES_MAX = 4_000_000

/** What of the objects is kept: who evicts a pod reads more of it than who schedules it. */
export type Keeps = 'everything' | 'what scheduling reads'

function planOf(bytes: number, wanted: Keeps): BodyPlan {
  const keeps = bytes <= MANIFEST_BYTES_MAX ? 'everything' : wanted
  return { shape: { kind: 'snapshot' }, keeps }
}

/** What is read is in the reader's own memory: only the browser bounds it. */
const LIMITS = {
  ...DEFAULT_LIMITS,
  objects: Number.MAX_SAFE_INTEGER,
  keptBytes: Number.MAX_SAFE_INTEGER,
}

export interface ReadFiles {
  readonly sources: readonly Sourced[]
  /** SHA-256 over the bytes of all files, in hexadecimal digits. */
  readonly digest: string
}

/** The objects of every file; whatever is wrong with any of them is told at once. */
export async function readDropped(
  files: readonly Dropped[],
  keeps: Keeps,
  onBytes: OnBytes,
): Promise<Result<ReadFiles, readonly string[]>> {
  const sources: Sourced[] = []
  const errors: string[] = []
  const hash = sha256.create()
  for (const { name, blob, patches } of files) {
    let bytes = 0
    const read = await readOne(name, blob, keeps, (chunk) => {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(name, bytes, blob.size)
    })
    const changed = read.ok ? withPatches(read.value, patches ?? []) : read
    if (changed.ok) sources.push(...sourcesOf(name, changed.value))
    else errors.push(...changed.error)
  }
  return errors.length > 0 ? err(errors) : ok({ sources, digest: bytesToHex(hash.digest()) })
}

/** A snapshot as patches that came from its server leave it. */
function withPatches(
  values: readonly unknown[],
  patches: readonly string[],
): Result<readonly unknown[], readonly string[]> {
  if (patches.length === 0) return ok(values)
  const objects = SnapshotObjects.of(values)
  const issues = new Issues()
  for (const text of patches) {
    objects.change(JSON.parse(text), ROOT, issues, Number.POSITIVE_INFINITY)
  }
  if (!issues.any) return ok([objects.toArrays()])
  return err(issues.list.map(({ pointer, message }) => `${pointer}: ${message}`))
}

async function readOne(
  name: string,
  blob: Blob,
  keeps: Keeps,
  onChunk: (chunk: Uint8Array) => void,
): Promise<Result<readonly unknown[], readonly string[]>> {
  const head = await firstBytes(blob, HEAD_BYTES)
  const isGzip = beginsAsGzip(head)
  const counted = blob.stream().pipeThrough(seeing(onChunk))
  const bytes = isGzip ? counted.pipeThrough(new DecompressionStream('gzip')) : counted
  try {
    return /\.ya?ml(\.gz)?$/i.test(name) || (!isGzip && !looksLikeJson(head))
      ? parseYaml(name, new Uint8Array(await new Response(bytes).arrayBuffer()))
      : await readJson(name, bytes, planOf(blob.size, keeps))
  } catch (error) {
    return err([damageText(name, isGzip, error)])
  }
}

const HEAD_BYTES = 512

function looksLikeJson(head: Uint8Array): boolean {
  const first = head.find((byte) => byte > 0x20 && byte < 0x7f)
  return first === 0x7b || first === 0x5b
}

/** Never more of the text in memory than the object that is not whole yet. */
async function readJson(
  name: string,
  bytes: ReadableStream<Uint8Array>,
  plan: BodyPlan,
): Promise<Result<readonly unknown[], readonly string[]>> {
  const reading = new BodyReading(new PlainScanner(), plan, LIMITS, { form: 'snapshots' })
  const reader = bytes.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const fault = reading.push(value)
    if (fault !== null) return err([`${name}: ${fault.message}`])
  }
  const outcome = reading.finish()
  if ('fault' in outcome) return err([`${name}: ${outcome.fault.message}`])
  return ok(Array.isArray(outcome.value) ? outcome.value.flat() : [outcome.value])
}

function seeing(onChunk: (chunk: Uint8Array) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      onChunk(chunk)
      controller.enqueue(chunk)
    },
  })
}
