import { clientOfAddress } from './api/http/client-address.ts'
import scannerModule from './wasm/scanner.wasm'
import { WasmScanner } from './wasm/wasm-scanner.ts'
import { answerFetch, type FetchHandler } from './workers/answer-fetch.ts'
import type { Bindings } from './workers/bindings.ts'
import { keepOnSchedule } from './workers/keep-on-schedule.ts'

interface Worker extends FetchHandler {
  /** A cron trigger; without one checkpoints are not kept. */
  scheduled(controller: unknown, bindings: Bindings): Promise<void>
}

const worker: Worker = {
  ...answerFetch({
    makeScanner: () => new WasmScanner(scannerModule),
    // Workers set this header themselves, whatever a request brings.
    clientOf: (c) => clientOfAddress(c.req.header('cf-connecting-ip') ?? ''),
  }),
  scheduled: (_controller, bindings) => keepOnSchedule(bindings),
}

/** The Cloudflare Workers entry. */
export default worker
