import { err, ok, type Result } from '../result.ts'

/** Calls under way at once: Workers open six connections, and more would only queue. */
const CALLS_AT_ONCE = 6

/** Runs a call for each item, a few at once; all values in order, or the first error met. */
export async function inParallel<Item, Value, Failure>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result<Value, Failure>>,
): Promise<Result<Value[], Failure>> {
  const values: Value[] = []
  for (let start = 0; start < items.length; start += CALLS_AT_ONCE) {
    const results = await Promise.all(items.slice(start, start + CALLS_AT_ONCE).map(call))
    for (const result of results) {
      if (!result.ok) return err(result.error)
      values.push(result.value)
    }
  }
  return ok(values)
}
