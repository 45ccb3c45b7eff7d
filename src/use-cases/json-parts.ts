/** Few enough that their text is far from the longest possible, many enough to be written quickly. */
const ITEMS_A_PART = 64

/**
 * The text of JSON.stringify in parts: what is told of every node may be longer than any string can
 * be. Arrays come some items at a time, and so do those in objects down to `depth` levels of these.
 * The value is plain data, without functions and toJSON.
 */
export function* jsonParts(value: unknown, depth: number): Generator<string, void, void> {
  if (Array.isArray(value)) yield* arrayParts(value)
  else if (depth > 0 && typeof value === 'object' && value !== null)
    yield* objectParts(value, depth)
  else yield JSON.stringify(value)
}

function* arrayParts(items: readonly unknown[]): Generator<string, void, void> {
  yield '['
  for (let start = 0; start < items.length; start += ITEMS_A_PART) {
    const part = JSON.stringify(items.slice(start, start + ITEMS_A_PART)).slice(1, -1)
    yield start === 0 ? part : `,${part}`
  }
  yield ']'
}

function* objectParts(value: object, depth: number): Generator<string, void, void> {
  let separator = '{'
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    yield `${separator}${JSON.stringify(key)}:`
    yield* jsonParts(item, depth - 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
