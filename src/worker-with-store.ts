import scannerModule from './wasm/scanner.wasm'
import type { FetchHandler } from './workers/answer-fetch.ts'
import type { Bindings } from './workers/bindings.ts'
import { onWorkers } from './workers/on-workers.ts'

interface Worker extends FetchHandler {
  /** A cron trigger; without one checkpoints are not kept. */
  scheduled(controller: unknown, bindings: Bindings): Promise<void>
}

const loadDynamodb = () => import('./store/dynamodb/store.ts')

/** The Cloudflare Workers entry of a deployment that keeps its records in DynamoDB. */
const worker: Worker = {
  ...onWorkers({ scannerModule, loadDynamodb }),
  async scheduled(_controller, bindings) {
    const { keepOnSchedule } = await import('./workers/keep-on-schedule.ts')
    await keepOnSchedule(bindings, loadDynamodb)
  },
}

export default worker
