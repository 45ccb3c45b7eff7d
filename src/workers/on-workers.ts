import type { LoadDynamodb } from '../store/open.ts'
import type { FetchHandler } from './answer-fetch.ts'

export interface WorkersOptions {
  /** A compiled WebAssembly module, of which types of platforms differ. */
  readonly scannerModule: object
  /** Where the deployment carries it. */
  readonly loadDynamodb?: LoadDynamodb
}

/**
 * Answers on Cloudflare Workers. An isolate takes its first request before the app is evaluated, which
 * is work of that request: starting is bounded by the platform, and paid for every isolate.
 */
export function onWorkers({ scannerModule, ...options }: WorkersOptions): FetchHandler {
  let handler: FetchHandler | undefined
  const load = async () => {
    if (handler !== undefined) return handler
    const [{ answerFetch }, { WasmScanner }, { clientOfAddress }] = await Promise.all([
      import('./answer-fetch.ts'),
      import('../wasm/wasm-scanner.ts'),
      import('../api/http/limits/client-address.ts'),
    ])
    handler ??= answerFetch({
      makeScanner: () => new WasmScanner(scannerModule),
      // Workers set this header themselves, whatever a request brings.
      clientOf: (c) => clientOfAddress(c.req.header('cf-connecting-ip') ?? ''),
      ...options,
    })
    return handler
  }
  return {
    fetch: async (request, bindings, context) => (await load()).fetch(request, bindings, context),
    queue: async (batch, bindings) => (await load()).queue(batch, bindings),
  }
}
