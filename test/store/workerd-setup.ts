import type { TestProject } from 'vitest/node'
import { createClient } from '../../src/store/dynamodb/store.ts'
import { createTable } from '../../src/store/dynamodb/table.ts'
import { startDynalite } from './backends/dynalite-server.ts'
import { localSettings } from './backends/dynamodb-backend.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Variables and secrets of the Worker that has a store. */
    storeBindings: Record<string, string>
  }
}

/** Starts dynalite for a Worker: inside workerd nothing can be started. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { endpoint, stop } = await startDynalite()
  const { table } = localSettings(endpoint)
  await createTable(createClient(localSettings(endpoint)), table)
  const tokens = [{ token: 'admin-0123456789abcdef', name: 'ann', roles: ['admin'] }]
  project.provide('storeBindings', {
    BERTH_TABLE: table,
    BERTH_TOKENS: JSON.stringify(tokens),
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  })
  return stop
}
