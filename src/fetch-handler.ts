import { loadShippedDocument } from './api/docs/load-document.ts'
import { makeWasmScanner } from './wasm/compiled-scanner.ts'
import { answerFetch, type FetchHandler } from './workers/answer-fetch.ts'

const handler: FetchHandler = answerFetch({
  makeScanner: makeWasmScanner,
  loadDocument: loadShippedDocument,
  loadDynamodb: () => import('./store/dynamodb/store.ts'),
})

/** The app as a fetch handler, for runtimes other than Workers that serve such. */
export default handler
