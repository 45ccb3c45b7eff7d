import { answerFetch, type FetchHandler } from './answer-fetch.ts'
import scannerModule from './wasm/scanner.wasm'
import { WasmScanner } from './wasm/wasm-scanner.ts'

const worker: FetchHandler = answerFetch(() => new WasmScanner(scannerModule))

/** The Cloudflare Workers entry. */
export default worker
