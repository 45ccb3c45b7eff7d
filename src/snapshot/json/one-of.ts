/** Lists up to this length are searched faster than they are hashed. */
const SEARCHED_MAX = 16

/** Sets of long lists, as long as the lists are in use. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Whether a list has the value. A long list, which must not change, is hashed once. */
export function isOneOf(values: readonly string[], value: string): boolean {
  if (values.length <= SEARCHED_MAX) return values.includes(value)
  let set = sets.get(values)
  if (set === undefined) {
    set = new Set(values)
    sets.set(values, set)
  }
  return set.has(value)
}
