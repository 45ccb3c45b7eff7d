import type { Hash } from 'node:crypto'
import { SETTINGS_BODY } from '../../api/http/request/body-plans.ts'
import { err, ok, type Result } from '../../result.ts'
import { type BodyLimits, BodyReading } from '../../snapshot/bytes/body-reading.ts'
import type { BodyPlan } from '../../snapshot/bytes/body-shape.ts'
import { makeWasmScanner } from '../../wasm/compiled-scanner.ts'
import { type FileDocument, parseYamlDocuments } from './parse-yaml.ts'
import { explainInputError, inputChunks, inputName } from './read-input.ts'

const BYTES_OF_MIB = 1 << 20

/** A file may be as large as it is; only nesting is bounded, as everywhere. */
const LIMITS: BodyLimits = {
  nesting: 64,
  pods: Number.POSITIVE_INFINITY,
  objects: Number.POSITIVE_INFINITY,
  objectBytes: Number.POSITIVE_INFINITY,
  settingsBytes: Number.POSITIVE_INFINITY,
  keptBytes: Number.POSITIVE_INFINITY,
}

/** Who sees the bytes as they come. */
interface Watching {
  readonly hash?: Hash
  readonly progress?: (text: string) => void
}

/** The documents of a file, of JSON or YAML, any number. Errors begin with the file's name. */
export async function readDocuments(
  path: string,
  keeps: BodyPlan['keeps'],
  { hash, progress }: Watching = {},
): Promise<Result<FileDocument[], readonly string[]>> {
  const name = inputName(path)
  const documents = new Documents(name, keeps)
  let totalBytes = 0
  try {
    for await (const chunk of inputChunks(path)) {
      totalBytes += chunk.length
      hash?.update(chunk)
      progress?.(`reading ${name}: ${Math.floor(totalBytes / BYTES_OF_MIB)} MiB ...`)
      if (!documents.push(chunk)) break
    }
  } catch (error) {
    return err([`${name}: ${explainInputError(error)}`])
  }
  hash?.update(`\n${totalBytes}\n`)
  return documents.finish()
}

/** Goes over JSON as it comes; of YAML everything is kept until its end. */
class Documents {
  private readonly name: string
  private readonly keeps: BodyPlan['keeps']
  private reading: BodyReading | null = null
  private readonly kept: Uint8Array[] = []
  private isYaml: boolean

  constructor(name: string, keeps: BodyPlan['keeps']) {
    this.name = name
    this.keeps = keeps
    this.isYaml = /\.ya?ml(\.gz)?$/i.test(name)
  }

  /** False when nothing more is needed to tell what is wrong. */
  push(chunk: Uint8Array): boolean {
    if (this.reading === null && !this.isYaml) this.begin(chunk)
    if (this.reading !== null) return this.reading.push(chunk) === null
    this.kept.push(new Uint8Array(chunk))
    return true
  }

  finish(): Result<FileDocument[], readonly string[]> {
    if (this.reading === null) return parseYamlDocuments(this.name, Buffer.concat(this.kept))
    const read = this.reading.finish()
    if ('fault' in read) return err([`${this.name}: ${read.fault.message}`])
    const values = read.value as unknown[] // one text after the other
    return ok(values.map((value) => ({ value, line: 1 })))
  }

  /** What the text is shows in its first character. */
  private begin(chunk: Uint8Array): void {
    const first = chunk.find((byte) => byte > 0x20 && byte < 0x7f)
    if (first === undefined) return
    if (first !== 0x7b && first !== 0x5b) {
      this.isYaml = true
      return
    }
    const plan = { ...SETTINGS_BODY, keeps: this.keeps }
    this.reading = new BodyReading(makeWasmScanner(), plan, LIMITS, { form: 'snapshots' })
    for (const before of this.kept.splice(0)) this.reading.push(before)
  }
}
