/** The bodies of Kubernetes' field errors (apimachinery field.Error.ErrorBody); the place is told apart. */

export function invalidValue(value: unknown, detail: string): string {
  return `Invalid value: ${written(value)}: ${detail}`
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

/** Go's %v of a number and %q of a string, and JSON of everything else. */
function written(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
