import { type Document, LineCounter, parseAllDocuments } from 'yaml'
import { err, ok, type Result } from '../../result.ts'

/** One bracket too many can be hundreds of errors. */
const ERRORS_MAX = 10

const TOO_DEEP = /call stack|stack overflow/i

/** A document of a file, and the line on which it begins. */
export interface FileDocument {
  readonly value: unknown
  readonly line: number
}

/** The values of all documents. */
export function parseYaml(name: string, bytes: Uint8Array): Result<unknown[], readonly string[]> {
  const documents = parseYamlDocuments(name, bytes)
  return documents.ok ? ok(documents.value.map(({ value }) => value)) : documents
}

/** YAML 1.2 with merge keys: texts that look like times or yes and no stay texts. */
export function parseYamlDocuments(
  name: string,
  bytes: Uint8Array,
): Result<FileDocument[], readonly string[]> {
  try {
    const text = textOf(bytes)
    if (text === null) return err([`${name}: it is not UTF-8`])
    const lineCounter = new LineCounter()
    const documents = [...parseAllDocuments(text, { merge: true, lineCounter })]
    const errors = documents.flatMap((document) => document.errors.map(firstLine))
    if (errors.length > 0) {
      return err([...new Set(errors)].slice(0, ERRORS_MAX).map((error) => `${name}: ${error}`))
    }
    const given = documents
      .map((document: Document) => ({
        value: document.toJS() as unknown, // anything
        line: lineCounter.linePos(document.contents?.range?.[0] ?? 0).line,
      }))
      .filter(({ value }) => value !== null && value !== undefined)
    return given.length > 0 ? ok(given) : err([`${name}: there is nothing in it`])
  } catch (error) {
    // The parser throws what it finds only while it builds values: unknown or too many aliases.
    if (!(error instanceof Error)) throw error
    return err([`${name}: ${firstLine(error)}`])
  }
}

/** Null: it is no UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The parser's errors go on with an excerpt of the text. */
function firstLine({ message }: Error): string {
  // It goes down into the text by calls of itself, and tells so of each of them that fails.
  if (TOO_DEEP.test(message)) return 'too many lists and maps inside each other'
  return (message.split('\n')[0] ?? message).replace(/:$/, '')
}
