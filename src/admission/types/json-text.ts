/**
 * JSON.stringify for plain data in which whole numbers may be greater than a double can hold.
 * Fields that are undefined are left out.
 */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  const fields = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
  return `{${fields.join(',')}}`
}
