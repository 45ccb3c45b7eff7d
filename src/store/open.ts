import { withBreaker } from './breaker.ts'
import { createMemoryStore } from './memory.ts'
import type { StorePort } from './port.ts'
import type { Runtime } from './runtime.ts'
import type { DynamodbSettings, StoreSettings } from './settings.ts'

/** The configured store, or null; nothing is loaded and nobody is called before its first use. */
export function openStore(settings: StoreSettings, runtime: Runtime): StorePort | null {
  switch (settings.kind) {
    case 'none':
      return null
    case 'memory':
      return createMemoryStore()
    case 'dynamodb':
      return openDynamodb(settings.dynamodb, runtime)
  }
}

// The SDK costs 80 KiB and tens of milliseconds, which deployments without a table never pay.
function openDynamodb(settings: DynamodbSettings, runtime: Runtime): StorePort {
  let opened: StorePort | null = null
  // The store is kept, not the promise of it: on Workers a promise belongs to the request that made it.
  const store = async () => {
    const { createDynamodbStore } = await import('./dynamodb/store.ts')
    opened ??= createDynamodbStore(settings, runtime)
    return opened
  }
  const lazy: StorePort = {
    kind: 'dynamodb',
    clockLeadMs: () => opened?.clockLeadMs?.() ?? null,
    get: async (key) => (await store()).get(key),
    put: async (item, condition) => (await store()).put(item, condition),
    query: async (range) => (await store()).query(range),
  }
  return withBreaker(lazy, runtime)
}
