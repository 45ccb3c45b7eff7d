import type { Detail } from '../../../scheduler/framework/plugin.ts'
import { isObject } from '../../../snapshot/json/fields.ts'
import { byPhrase, type Found, onNodes } from './detail-text.ts'

const PHRASES_SHOWN = 5

/** Any other detail, field by field. */
export function otherDetails(found: readonly Found<Detail>[]): string[] {
  return byPhrase(found, plainText)
    .slice(0, PHRASES_SHOWN)
    .map(({ phrase, nodes }) => `${phrase} ${onNodes(nodes)}`)
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(', ')
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .map(
      ([name, field]) => `${name} ${isObject(field) ? `(${plainText(field)})` : plainText(field)}`,
    )
    .join(', ')
}
