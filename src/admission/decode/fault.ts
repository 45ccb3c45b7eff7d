import type { Beyond } from '../beyond.ts'

/** Something wrong, in the server's words, and where. */
export interface Fault {
  readonly message: string
  readonly path: readonly (string | number)[]
  /** Not the server's: Berth does not go that far. */
  readonly beyond?: Beyond['code'] | undefined
}

/** An unknown or a duplicate field. */
export interface StrictFault extends Fault {
  readonly kind: 'unknown field' | 'duplicate field'
  /** The name of the struct that has no such field, empty in maps. */
  readonly struct: string
  readonly field: string
}

/** spec.containers[0].name */
export function goPath(path: readonly (string | number)[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else text += text === '' ? step : `.${step}`
  }
  return text
}
