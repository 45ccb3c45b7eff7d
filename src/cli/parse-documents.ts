import { type Document, parseAllDocuments } from 'yaml'
import { SETTINGS_BODY } from '../api/http/body-plans.ts'
import { DEFAULT_LIMITS } from '../api/http/limits.ts'
import { err, ok, type Result } from '../result.ts'
import { BodyReading } from '../snapshot/bytes/body-reading.ts'
import { PlainScanner } from '../snapshot/json/scan/scanner.ts'

/** The documents of a file: one of JSON, any number of YAML. Errors begin with the file's name. */
export function parseDocuments(
  name: string,
  bytes: Uint8Array,
): Result<unknown[], readonly string[]> {
  return isJson(name, bytes) ? parseOne(name, bytes) : parseYaml(name, bytes)
}

function isJson(name: string, bytes: Uint8Array): boolean {
  if (/\.ya?ml(\.gz)?$/i.test(name)) return false
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x7f)
  return first === 0x7b || first === 0x5b
}

function parseOne(name: string, bytes: Uint8Array): Result<unknown[], readonly string[]> {
  const limits = { ...DEFAULT_LIMITS, settingsBytes: Number.POSITIVE_INFINITY }
  const reading = new BodyReading(new PlainScanner(), SETTINGS_BODY, limits)
  reading.push(bytes)
  const json = reading.finish()
  return 'value' in json ? ok([json.value]) : err([`${name}: ${json.fault.message}`])
}

/** One bracket too many can be hundreds of errors. */
const ERRORS_MAX = 10

/** YAML 1.2 with merge keys: texts that look like times or yes and no stay texts. */
function parseYaml(name: string, bytes: Uint8Array): Result<unknown[], readonly string[]> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const documents = [...parseAllDocuments(text, { merge: true })]
    const errors = documents.flatMap((document) => document.errors.map(firstLine))
    if (errors.length > 0) {
      return err(errors.slice(0, ERRORS_MAX).map((error) => `${name}: ${error}`))
    }
    const values = documents.map((document: Document) => document.toJS() as unknown) // anything
    const given = values.filter((value) => value !== null && value !== undefined)
    return given.length > 0 ? ok(given) : err([`${name}: there is nothing in it`])
  } catch (error) {
    // The parser throws what it finds only while it builds values: unknown or too many aliases.
    if (!(error instanceof Error)) throw error
    return err([`${name}: ${error.message}`])
  }
}

/** The parser's errors go on with an excerpt of the text. */
function firstLine({ message }: Error): string {
  return (message.split('\n')[0] ?? message).replace(/:$/, '')
}
