import type { Beyond } from '../beyond.ts'
import { jsonSyntaxError, type SyntaxFault } from '../go/json-scanner.ts'
import { goQuote } from '../go/quote.ts'
import { byteLength, bytesOf } from '../go/utf8.ts'
import type { Fact, Refusal } from '../refusal.ts'
import { badRequest, type Status } from '../status/status.ts'
import type { Pod } from '../types/types.ts'
import { fieldsOf } from '../types/types.ts'
import { decodeStruct } from './decode-struct.ts'
import { type Fault, goPath, type StrictFault } from './fault.ts'
import { interpretKind } from './interpret-kind.ts'
import { similarNames } from './similar-names.ts'

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore'

export type DecodedPod =
  | { readonly outcome: 'pod'; readonly pod: Pod; readonly strict: readonly StrictFault[] }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'beyond'; readonly beyond: Beyond }

const SUMMARY_BYTES = 30
const NEAR_CHARS = 20

/**
 * What the API server reads in the body of a create request (handlers/create.go and json.Serializer):
 * form, kind, types, then unknown and duplicate fields, each of which only after all before it.
 */
export function decodePod(text: string, fieldValidation: FieldValidation): DecodedPod {
  const syntax = jsonSyntaxError(text)
  if (syntax !== null) {
    const message = `couldn't get version/kind; json parse error: ${syntax.message}`
    return refused(unrecognized(message, text), [syntaxFact(syntax, text)])
  }
  const interpreted = interpretKind(text)
  if (!interpreted.ok) {
    const { known, message, kind, version, apiVersion } = interpreted
    const fact: Fact = { kind: 'otherKind', apiVersion, podKind: kind }
    if (known === 'nothing') return refused(unrecognized(message, text), [fact])
    const status = known === 'all' ? badRequest(message) : unhandled(kind, version, message)
    return refused(status, [fact])
  }
  if (text.trim() === 'null') return decodeAs('{}', fieldValidation)
  return decodeAs(text, fieldValidation)
}

function decodeAs(text: string, fieldValidation: FieldValidation): DecodedPod {
  const decoded = decodeStruct(text, 'Pod')
  if (!decoded.ok) {
    const { fault } = decoded
    const field = goPath(fault.path)
    if (fault.beyond !== undefined) {
      return { outcome: 'beyond', beyond: { field, code: fault.beyond, message: fault.message } }
    }
    return refused(unhandled('Pod', 'v1', fault.message), [typeFact(fault)])
  }
  const { value, strict } = decoded
  if (fieldValidation === 'Strict' && strict.length > 0) {
    const messages = strict.map(({ message }) => message).join(', ')
    const status = unhandled('Pod', 'v1', `strict decoding error: ${messages}`)
    return refused(status, strict.map(strictFact))
  }
  return { outcome: 'pod', pod: value as unknown as Pod, strict } // by the name given
}

function refused(status: Status, facts: readonly Fact[]): DecodedPod {
  return { outcome: 'refused', refusal: { by: 'decoding', status, facts } }
}

/** transformDecodeError, where the kind is known and where it is not. */
function unhandled(kind: string, version: string, message: string): Status {
  return badRequest(`${kind} in version ${goQuote(version)} cannot be handled as a Pod: ${message}`)
}

function unrecognized(message: string, text: string): Status {
  const what = 'the object provided is unrecognized (must be of type Pod)'
  return badRequest(`${what}: ${message} (${summary(text)})`)
}

/** summarizeData: the first bytes, in hexadecimal unless they look like an object. */
function summary(text: string): string {
  if (text === '') return '<empty>'
  const isCut = byteLength(text.slice(0, SUMMARY_BYTES + 1)) > SUMMARY_BYTES
  const more = isCut ? ' ...' : ''
  if (text.startsWith('{')) return `${firstBytes(text)}${more}`
  const bytes = [...text.slice(0, SUMMARY_BYTES)].flatMap((char) =>
    bytesOf(char.codePointAt(0) ?? 0),
  )
  const digits = bytes.slice(0, SUMMARY_BYTES).map((byte) => byte.toString(16).padStart(2, '0'))
  return `${digits.join('')}${more}`
}

/** A character that is cut in two leaves a replacement character for each of its bytes. */
function firstBytes(text: string): string {
  let [taken, left] = ['', SUMMARY_BYTES]
  for (const char of text) {
    const size = bytesOf(char.codePointAt(0) ?? 0).length
    if (size > left) return taken + '\ufffd'.repeat(left)
    taken += char
    left -= size
  }
  return taken
}

function syntaxFact({ at }: SyntaxFault, text: string): Fact {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  const near = text.slice(Math.max(0, at - NEAR_CHARS), at + NEAR_CHARS)
  return { kind: 'syntax', line, column, near }
}

function typeFact({ message, path }: Fault): Fact {
  return { kind: 'type', path: goPath(path), said: message }
}

function strictFact({ kind, struct, field, path }: StrictFault): Fact {
  if (kind === 'duplicate field') return { kind: 'duplicateField', path: goPath(path) }
  const known = struct === '' ? [] : fieldsOf(struct).keys()
  return { kind: 'unknownField', path: goPath(path), didYouMean: similarNames(field, known) }
}
