import type { ExecutionContext } from 'hono'
import type { LoadDocument } from '../api/docs/load-document.ts'
import type { Platform } from '../api/http/app-env.ts'
import { explorerPage } from '../api/http/explorer-page.ts'
import { WORKERS_LIMITS } from '../api/http/limits/limits.ts'
import { createBerth } from '../app.ts'
import type { BatchPlatform } from '../batches/port.ts'
import type { Scanner } from '../snapshot/json/scan/scanner.ts'
import { MemorySnapshots } from '../snapshots/memory.ts'
import type { SnapshotPort } from '../snapshots/port.ts'
import { readSnapshotSettings, WORKERS_SNAPSHOT_SETTINGS } from '../snapshots/settings.ts'
import type { LoadDynamodb } from '../store/open.ts'
import { platformRuntime } from '../store/runtime.ts'
import { BRIEF, type Deliveries, deliveriesFromEnv } from '../webhooks/outgoing/deliveries.ts'
import { answerMessages, type QueueBatch, workersBatches } from './batches.ts'
import { type Bindings, textsOf } from './bindings.ts'
import { postFromWorkers } from './post.ts'
import { workersRateLimiter } from './rate-limiter.ts'
import { workersSnapshots } from './snapshots.ts'

export interface FetchHandler {
  fetch(
    request: Request,
    bindings: Bindings,
    context?: ExecutionContext,
  ): Response | Promise<Response>
  /** A consumer of a queue of batches. */
  queue(batch: QueueBatch, bindings: Bindings): Promise<void>
}

interface FetchOptions {
  readonly makeScanner: () => Scanner
  /** Whom limits are counted for; without it all requests are one client's. */
  readonly clientOf?: Platform['clientOf']
  /** Instead of the one among the static assets. */
  readonly loadDocument?: LoadDocument
  /** Where the deployment carries the client of a table. */
  readonly loadDynamodb?: LoadDynamodb
}

/** What the Web's runtimes call for every request. One isolate serves many with the same bindings. */
export function answerFetch(options: FetchOptions): FetchHandler {
  let berth: ReturnType<typeof createBerth> | undefined
  const berthOf = (bindings: Bindings) => {
    berth ??= createBerth({
      env: textsOf(bindings),
      log: (line) => console.log(line),
      now,
      snapshots: snapshotsOf(bindings),
      exposure: 'hosted',
      compresses: true,
      clockRuns: false,
      // Requests of an isolate may not wait for one another, and may make 50 calls (free plan).
      isShared: false,
      storeCallsMax: 44,
      usualLimits: WORKERS_LIMITS,
      rateLimiter: workersRateLimiter(bindings),
      loadExplorer: async () => {
        const page = await loadAsset(bindings, '/index.html')
        return page === null ? null : explorerPage(page, null)
      },
      loadDocument: async () => {
        const document = await loadAsset(bindings, '/openapi.json')
        return document === null ? null : new TextDecoder().decode(document)
      },
      deliveries: deliveriesOf(bindings),
      ...batchesOf(bindings),
      ...options,
    })
    return berth
  }
  return {
    fetch: (request, bindings, context) => berthOf(bindings).app.fetch(request, {}, context),
    async queue(batch, bindings) {
      const { batches } = berthOf(bindings)
      if (batches === null) throw new Error('a queue of batches needs BATCHES and SNAPSHOTS_R2')
      await answerMessages(batch, (part) => batches.answer(part))
    },
  }
}

const now = () => new Date()

function snapshotsOf(bindings: Bindings): SnapshotPort {
  const settings = readSnapshotSettings(textsOf(bindings), WORKERS_SNAPSHOT_SETTINGS)
  return workersSnapshots(bindings, settings, now) ?? new MemorySnapshots(settings, now)
}

function batchesOf(bindings: Bindings): { batches?: BatchPlatform } {
  const batches = workersBatches(bindings)
  return batches === undefined ? {} : { batches }
}

/** Workers' static assets, as npm run build:web makes them; the platform compresses what it sends itself. */
async function loadAsset(
  { ASSETS: assets }: Bindings,
  path: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isFetcher(assets)) return null
  const response = await assets.fetch(`http://assets${path}`)
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
}

function isFetcher(value: unknown): value is { fetch: (url: string) => Promise<Response> } {
  return typeof value === 'object' && value !== null && 'fetch' in value
}

/** An isolate is let go on for half a minute after an answer, so it tries again only shortly. */
function deliveriesOf(bindings: Bindings): Deliveries | null {
  const post = postFromWorkers
  const log = (line: string) => console.log(line)
  return deliveriesFromEnv(textsOf(bindings), { post, runtime: platformRuntime, log, rules: BRIEF })
}
