/** The bodies of Kubernetes' field errors (apimachinery field.Error.ErrorBody); the place is told apart. */

export function invalidValue(value: unknown, detail: string): string {
  return `Invalid value: ${written(value)}: ${detail}`
}

/** How a release shows a value of several parts in a message: as JSON, or as Go writes it (%#v). */
export type ValueStyle = 'json' | 'go'

export interface ShownValue {
  readonly json: unknown
  readonly go: string
}

export function invalidParts({ json, go }: ShownValue, style: ValueStyle, detail: string): string {
  return style === 'go' ? `Invalid value: ${go}: ${detail}` : invalidValue(json, detail)
}

/** A list; `isNil`: it is absent in Go, which shows. */
export function shownList(
  type: string,
  items: readonly ShownValue[],
  isNil: boolean = items.length === 0,
): ShownValue {
  if (isNil) return { json: null, go: `[]${type}(nil)` }
  return {
    json: items.map(({ json }) => json),
    go: `[]${type}{${items.map(({ go }) => go).join(', ')}}`,
  }
}

export function shownText(text: string): ShownValue {
  return { json: text, go: JSON.stringify(text) }
}

/** The message that names no value, as field.Required without a detail. */
export function requiredValue(detail = ''): string {
  return detail === '' ? 'Required value' : `Required value: ${detail}`
}

export function duplicateValue(value: unknown): string {
  return `Duplicate value: ${written(value)}`
}

export function forbidden(detail: string): string {
  return `Forbidden: ${detail}`
}

export function unsupportedValue(value: string, supported: readonly string[]): string {
  const list = supported.map((one) => JSON.stringify(one)).join(', ')
  return `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`
}

/** Go's %v of a number and %q of a string, and Go's JSON of everything else. */
function written(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return typeof value === 'object' ? text.replace(/[<>&\u2028\u2029]/g, escaped) : text
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
