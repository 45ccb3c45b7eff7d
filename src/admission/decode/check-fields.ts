import { isCheckedKind } from '../types/checked-kinds.ts'
import { fieldsOf } from '../types/types.ts'
import { decodeFields } from './decode-struct.ts'
import type { Fault, StrictFault } from './fault.ts'
import { goPath } from './fault.ts'
import { similarNames } from './similar-names.ts'

/** A field that the API server would complain of, in its words and ours. */
export interface FieldFault {
  readonly path: readonly (string | number)[]
  readonly message: string
  /** unknown: it is dropped unless decoding is strict; the others: no server takes the object. */
  readonly kind: 'unknown' | 'wrong' | 'quantity'
}

/** How far below an object its fields are looked for. */
const DEPTH_MAX = 5

/**
 * What kubectl and the API server of 1.37 say of the fields of a hand-written object: those that its
 * kind does not have, and the first whose type is wrong. Nothing for kinds whose fields are not known.
 */
export function checkFields(object: unknown, kind: unknown, apiVersion: unknown): FieldFault[] {
  if (!isCheckedKind(kind, apiVersion)) return []
  const { strict, fault } = decodeFields(JSON.stringify(object), kind)
  const unknown = strict.map((one) => ({
    path: one.path,
    message: `${one.message}${hint(one, kind)}`,
    kind: 'unknown' as const,
  }))
  // Quantities that Berth does not take are told by their reader.
  if (fault === null || fault.beyond === 'invalid-quantity') return unknown
  return [...unknown, wrong(fault, object)]
}

function wrong({ path, message }: Fault, object: unknown): FieldFault {
  if (!QUANTITY_FAULT.test(message)) return { path, message, kind: 'wrong' }
  const value = path.reduce(memberAt, object)
  // The server does not say which text it means.
  return { path, message: `${JSON.stringify(value)} is not a quantity`, kind: 'quantity' }
}

/** ErrFormatWrong, ErrNumeric and ErrSuffix of apimachinery's resource.ParseQuantity. */
const QUANTITY_FAULT = /^(?:quantities must match|unable to parse .*quantity)/

function memberAt(value: unknown, step: string | number): unknown {
  return Object(value)[step]
}

/** The right spelling, or else where a field of this name is. */
function hint({ struct, field, path }: StrictFault, kind: string): string {
  const [similar] = similarNames(field, fieldsOf(struct).keys())
  if (similar !== undefined) return `; did you mean ${JSON.stringify(similar)}?`
  const place = placeOf(field, kind)
  if (place === null || place === goPath(path)) return ''
  return `; a field of this name is at ${JSON.stringify(place)}`
}

/** The first place of a field in an object's own description, outside of lists; null for none. */
function placeOf(field: string, kind: string): string | null {
  let level = [{ struct: kind, path: '' }]
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    const found = level.find(({ struct }) => fieldsOf(struct).has(field))
    if (found !== undefined) return `${found.path}${field}`
    level = level.flatMap(({ struct, path }) =>
      [...fieldsOf(struct)].flatMap(([name, type]) =>
        type.kind === 'struct' && name !== 'status'
          ? [{ struct: type.struct, path: `${path}${name}.` }]
          : [],
      ),
    )
  }
  return null
}
