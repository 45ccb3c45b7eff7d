/** encoding/json escapes these besides what JSON.stringify does. */
const HTML_ESCAPES = /[<>&\u2028\u2029]/g

/** What json.Marshal writes of a string. */
function goJsonString(text: string): string {
  return JSON.stringify(text).replace(HTML_ESCAPES, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/**
 * A value that json.Marshal can write; bigint for whole numbers, entries in the order of the
 * fields.
 */
export type GoValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly GoValue[]
  | { readonly [field: string]: GoValue }

/** What json.Marshal writes of a value. */
export function goJson(value: GoValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return goJsonString(value)
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return `[${value.map(goJson).join(',')}]`
  const fields = Object.entries(value).map(
    ([name, field]) => `${goJsonString(name)}:${goJson(field)}`,
  )
  return `{${fields.join(',')}}`
}

function isList(value: object): value is readonly GoValue[] {
  return Array.isArray(value)
}
