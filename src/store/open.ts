import { withBreaker } from './breaker.ts'
import { createMemoryStore } from './memory.ts'
import type { StorePort } from './port.ts'
import type { Runtime } from './runtime.ts'
import type { DynamodbSettings, StoreSettings } from './settings.ts'

/** Loads the client of DynamoDB: 80 KiB and tens of milliseconds, carried only where it is of use. */
export type LoadDynamodb = () => Promise<{
  createDynamodbStore(settings: DynamodbSettings, runtime: Runtime): StorePort
}>

/**
 * The configured store, or null; nothing is loaded and nobody is called before its first use. Throws
 * a TypeError where a table is named and the deployment has no client.
 */
export function openStore(
  settings: StoreSettings,
  runtime: Runtime,
  loadDynamodb: LoadDynamodb | null,
): StorePort | null {
  switch (settings.kind) {
    case 'none':
      return null
    case 'memory':
      return createMemoryStore()
    case 'dynamodb':
      if (loadDynamodb === null) throw new TypeError(WITHOUT_CLIENT)
      return openDynamodb(settings.dynamodb, runtime, loadDynamodb)
  }
}

const WITHOUT_CLIENT =
  'BERTH_TABLE names a table, and this Worker carries no client of DynamoDB: deploy it with ' +
  'wrangler.store.toml, or with src/worker-with-store.ts as its main'

function openDynamodb(
  settings: DynamodbSettings,
  runtime: Runtime,
  loadDynamodb: LoadDynamodb,
): StorePort {
  let opened: StorePort | null = null
  // The store is kept, not the promise of it: on Workers a promise belongs to the request that made it.
  const store = async () => {
    const { createDynamodbStore } = await loadDynamodb()
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
