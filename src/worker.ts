import scannerModule from './wasm/scanner.wasm'
import type { FetchHandler } from './workers/answer-fetch.ts'
import { onWorkers } from './workers/on-workers.ts'

/** The Cloudflare Workers entry of a deployment without a table: the AWS SDK is not in it. */
const worker: FetchHandler = onWorkers({ scannerModule })

export default worker
