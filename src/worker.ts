import { answerFetch, type FetchHandler } from './answer-fetch.ts'
import { clientOfAddress } from './api/http/client-address.ts'
import scannerModule from './wasm/scanner.wasm'
import { WasmScanner } from './wasm/wasm-scanner.ts'

const worker: FetchHandler = answerFetch({
  makeScanner: () => new WasmScanner(scannerModule),
  // Workers set this header themselves, whatever a request brings.
  clientOf: (c) => clientOfAddress(c.req.header('cf-connecting-ip') ?? ''),
})

/** The Cloudflare Workers entry. */
export default worker
