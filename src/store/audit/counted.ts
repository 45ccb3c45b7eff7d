import type { StorePort } from '../port.ts'

/** The same store, which tells how often it was called: platforms allow a request only so many. */
export function counted(store: StorePort): StorePort & { readonly calls: () => number } {
  let calls = 0
  return {
    ...store,
    calls: () => calls,
    get(key) {
      calls += 1
      return store.get(key)
    },
    put(item, condition) {
      calls += 1
      return store.put(item, condition)
    },
    query(range) {
      calls += 1
      return store.query(range)
    },
  }
}
