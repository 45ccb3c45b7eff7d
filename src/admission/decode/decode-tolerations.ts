import { jsonSyntaxError } from '../go/json-scanner.ts'
import type { Struct } from '../types/types.ts'
import { decodeFolded } from './decode-struct.ts'

export type DecodedTolerations =
  | { readonly ok: true; readonly tolerations: readonly Struct<'Toleration'>[] }
  | { readonly ok: false; readonly message: string }

/**
 * GetTolerationsFromPodAnnotations: encoding/json into the internal type, so that any case of a
 * name will do and errors print the names of Go.
 */
export function decodeTolerations(text: string): DecodedTolerations {
  const syntax = jsonSyntaxError(text)
  if (syntax !== null) return { ok: false, message: syntax.message }
  const decoded = decodeFolded(text, '[]core.Toleration')
  if (!decoded.ok) return { ok: false, message: decoded.fault.message }
  const list = (decoded.value ?? []) as Struct<'core.Toleration'>[] // by the type that was asked for
  return { ok: true, tolerations: list.map(fromInternal) }
}

function fromInternal(toleration: Struct<'core.Toleration'>): Struct<'Toleration'> {
  return {
    key: toleration.Key,
    operator: toleration.Operator,
    value: toleration.Value,
    effect: toleration.Effect,
    tolerationSeconds: toleration.TolerationSeconds,
  }
}
