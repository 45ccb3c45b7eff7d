import { type Document, parseAllDocuments } from 'yaml'
import { err, ok, type Result } from '../result.ts'

/** One bracket too many can be hundreds of errors. */
const ERRORS_MAX = 10

/** YAML 1.2 with merge keys: texts that look like times or yes and no stay texts. */
export function parseYaml(name: string, bytes: Uint8Array): Result<unknown[], readonly string[]> {
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
