import { handle, type LambdaEvent } from 'hono/aws-lambda'
import { loadShippedDocument } from './api/docs/load-document.ts'
import { createApp } from './app.ts'
import { makeWasmScanner } from './wasm/compiled-scanner.ts'

const app = createApp({
  env: process.env,
  log: (line) => process.stdout.write(`${line}\n`),
  now: () => new Date(),
  exposure: 'hosted',
  streams: false,
  makeScanner: makeWasmScanner,
  loadDocument: loadShippedDocument,
  loadDynamodb: () => import('./store/dynamodb/store.ts'),
})

/** The AWS Lambda entry: function URLs, API Gateway (payload 1.0 and 2.0) and load balancers. */
export const handler: (event: LambdaEvent) => Promise<unknown> = handle(app)
