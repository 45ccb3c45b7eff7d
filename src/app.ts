import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import type { LoadDocument } from './api/docs/load-document.ts'
import { addEndpoints } from './api/endpoints.ts'
import type { AppEnv, Platform } from './api/http/app-env.ts'
import type { LoadExplorerPage } from './api/http/explorer-page.ts'
import { faultOfError, faultOfThrown } from './api/http/fault-of-error.ts'
import { InflightLimiter } from './api/http/limits/inflight-limiter.ts'
import { type Limits, limitsFromEnv } from './api/http/limits/limits.ts'
import { type RateLimiter, rateLimiterFromEnv } from './api/http/limits/rate-limiter.ts'
import type { Offload } from './api/http/offloaded-request.ts'
import { problem, problemBody } from './api/http/problem.ts'
import type { OnProgress } from './api/http/progress.ts'
import { requestLog } from './api/http/request-log.ts'
import { safeHeaders } from './api/http/response/safe-headers.ts'
import { StoreReadiness } from './api/http/store/store-readiness.ts'
import { traceRequest } from './api/http/trace-request.ts'
import type { Authenticator } from './auth/authenticator.ts'
import type { Exposure } from './auth/settings.ts'
import { BatchValues } from './batches/batch-values.ts'
import { type Ask, Batches } from './batches/batches.ts'
import { WithOwnSnapshots } from './batches/own-snapshots.ts'
import type { BatchPlatform } from './batches/port.ts'
import type { Post } from './outbound/post.ts'
import { type Persistence, readPersistence } from './persistence.ts'
import { ScannerPool } from './snapshot/bytes/scanner-pool.ts'
import { PlainScanner, type Scanner } from './snapshot/json/scan/scanner.ts'
import { Followers } from './snapshots/followers.ts'
import { MemorySnapshots } from './snapshots/memory.ts'
import type { SnapshotPort } from './snapshots/port.ts'
import { readSnapshotSettings, type SnapshotSettings } from './snapshots/settings.ts'
import { SnapshotLibrary } from './snapshots/snapshot-library.ts'
import type { RecordDecisions } from './store/audit/records/preemptions.ts'
import type { LoadDynamodb } from './store/open.ts'
import type { StorePort } from './store/port.ts'
import { platformRuntime, type Runtime } from './store/runtime.ts'
import { readCallingSettings } from './use-cases/decisions/calling-settings.ts'
import { readAdmissionSettings } from './webhooks/admission/settings.ts'
import { readExtenderSettings } from './webhooks/extender/settings.ts'
import type { Deliveries } from './webhooks/outgoing/deliveries.ts'
import type { OutgoingPort } from './webhooks/outgoing/port.ts'

/** What an entry gives: everything that differs between Workers, Node, Lambda and a test. */
export interface AppOptions {
  readonly env?: Platform['env']
  /** Without it nothing is logged. */
  readonly log?: Platform['log']
  readonly now?: Platform['now']
  /** Where the environment names none. */
  readonly usualLimits?: Limits
  /** Over those of the environment. */
  readonly limits?: Partial<Limits>
  /** Who can reach it; the loopback if absent. Without credentials configured it decides who may. */
  readonly exposure?: Exposure
  /** Instead of the one that the environment names; null: none, whatever it names. */
  readonly store?: StorePort | null
  /** Where the platform carries the client of a table. */
  readonly loadDynamodb?: LoadDynamodb
  /** Instead of the one that the environment describes. */
  readonly authenticator?: Authenticator
  /** Whom limits are counted for; without it all requests are one client's. */
  readonly clientOf?: Platform['clientOf']
  /** Instead of counting requests here, where the environment asks for that. */
  readonly rateLimiter?: RateLimiter | null
  readonly compresses?: Platform['compresses']
  readonly clockRuns?: Platform['clockRuns']
  /** Where batches are kept, and what hands out their parts; without it there are none. */
  readonly batches?: BatchPlatform
  /** Answers heavy requests on other threads. */
  readonly offload?: Offload
  readonly onProgress?: OnProgress
  /** Records where the time of requests goes; without it nothing is traced. */
  readonly tracer?: Platform['tracer']
  /** Told of every request that was answered. */
  readonly onAnswer?: Platform['onAnswer']
  /** Where snapshots are kept by name; in this process if absent. */
  readonly snapshots?: SnapshotPort
  /** Answers leave as they are made, as they do not on Lambda; true if absent. */
  readonly streams?: boolean
  /** Where the explorer's page is; without it `/` says so. */
  readonly loadExplorer?: LoadExplorerPage
  /** Where the OpenAPI document is; without it `/openapi.json` and `/docs` are not there. */
  readonly loadDocument?: LoadDocument
  /** Makes what goes over the bytes of bodies; TypeScript's own if absent. */
  readonly makeScanner?: () => Scanner
  /** A line for each request; true if absent. */
  readonly logsRequests?: boolean
  /** What the entry has read of the environment by itself, instead of all that the store needs here. */
  readonly persistence?: Persistence
  /** Instead of recording decisions here. */
  readonly recordDecisions?: RecordDecisions
  /** Takes records over from an app whose thread has more to do. */
  readonly deferRecord?: Platform['deferRecord']
  /** Calls of the store that the platform allows a request. */
  readonly storeCallsMax?: number
  /** Requests may wait for one another, as they may not on Workers; true if absent. */
  readonly isShared?: boolean
  /** Posts to other servers; without it none is called. */
  readonly post?: Post
  /** Sends what the outgoing webhook tells. */
  readonly deliveries?: Deliveries | null
  /** Takes it to where it is sent from. */
  readonly outgoing?: OutgoingPort | null
  /** Instead of the platform's timer and randomness. */
  readonly runtime?: Partial<Runtime>
}

/** The one app that every entry serves. Throws a TypeError when the configuration is wrong. */
export function createApp(options: AppOptions = {}): Hono<AppEnv> {
  return createBerth(options).app
}

/** The app, and what a queue of the platform's own hands parts of batches to. */
export function createBerth(options: AppOptions): {
  readonly app: Hono<AppEnv>
  readonly batches: Batches | null
} {
  const { env = {}, log = () => {}, now = () => new Date() } = options
  const limits = { ...limitsFromEnv(env, options.usualLimits), ...options.limits }
  const { warnings, ...persistence } = options.persistence ?? persistenceOf(options)
  const { store, runtime } = persistence
  const scanners = new ScannerPool(options.makeScanner ?? (() => new PlainScanner()))
  const snapshotSettings = readSnapshotSettings(env)
  const named = options.snapshots ?? new MemorySnapshots(snapshotSettings, now)
  const port =
    options.batches === undefined
      ? named
      : new WithOwnSnapshots(named, new BatchValues(options.batches.bucket, now))
  const alone: Omit<Platform, 'batches'> = {
    env,
    log,
    now,
    limits,
    inflight: new InflightLimiter(limits.inflightBytes),
    scanners,
    admission: readAdmissionSettings(env),
    extender: readExtenderSettings(env),
    calling: readCallingSettings(env, options.post ?? null),
    ...outgoingOf(options),
    snapshots: new SnapshotLibrary({ port, scanners, limits, now }),
    followers: followersOf(options, snapshotSettings),
    rate: options.rateLimiter ?? rateLimiterFromEnv(env, () => now().getTime()),
    clientOf: options.clientOf ?? (() => ''),
    offload: options.offload ?? null,
    compresses: options.compresses ?? false,
    clockRuns: options.clockRuns ?? true,
    onProgress: options.onProgress ?? (() => {}),
    tracer: options.tracer ?? null,
    onAnswer: options.onAnswer ?? (() => {}),
    readiness: store === null ? null : new StoreReadiness(store, runtime),
    deferRecord: options.deferRecord ?? null,
    loadExplorer: options.loadExplorer ?? (() => Promise.resolve(null)),
    loadDocument: options.loadDocument ?? (() => Promise.resolve(null)),
    ...persistence,
  }
  for (const message of warnings) {
    log(JSON.stringify({ time: now().toISOString(), level: 'warn', message }))
  }
  const batches = options.batches === undefined ? null : batchesOf(options.batches, alone)
  return { app: serve({ ...alone, batches }, options.logsRequests ?? true), batches }
}

/** Items are asked of an app of their own, whose caller was let in with the batch. */
function batchesOf(platform: BatchPlatform, alone: Omit<Platform, 'batches'>): Batches {
  const isForItems = { rate: null, tracer: null, batches: null, clientOf: () => 'batches' }
  let inner: Hono<AppEnv> | undefined
  const ask: Ask = async (operation, body, requestId) => {
    inner ??= serve({ ...alone, ...isForItems, auth: LET_IN }, false)
    return inner.request(`http://batch/v1/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': requestId },
      body,
    })
  }
  const { now, runtime } = alone
  const tooLarge = (detail: string, id: string) => problemBody({ code: 'too-large', detail }, id)
  const brokenOff = (error: unknown, id: string) => problemBody(faultOfThrown(error), id)
  return new Batches({ platform, ask, now, sleep: runtime.sleep, tooLarge, brokenOff })
}

const LET_IN: Authenticator = {
  isConfigured: false,
  isOpen: true,
  isOpenToWrite: false,
  identify: () => Promise.resolve({ kind: 'none' }),
}

function serve(platform: Platform, logsRequests: boolean): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.use(async (c, next) => {
    c.set('platform', platform)
    c.set('requestBytes', 0)
    await next()
  })
  app.use(requestId())
  if (logsRequests) app.use(requestLog())
  app.use(traceRequest())
  app.use(safeHeaders())
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const allowed = methods.join(', ')
        const detail = `${c.req.method} is not one of ${allowed}`
        return problem(c, { code: 'method-not-allowed', detail, headers: { Allow: allowed } })
      },
    }),
  )

  addEndpoints(app)
  app.notFound((c) => problem(c, { code: 'not-found', detail: `There is no ${c.req.path}` }))
  app.onError((error, c) => problem(c, faultOfError(c, error)))
  return app
}

function followersOf({ streams = true }: AppOptions, { followersMax }: SnapshotSettings) {
  return streams ? new Followers(followersMax) : null
}

function outgoingOf({ env = {}, outgoing, deliveries = null }: AppOptions) {
  if (env['WEBHOOK_URL'] && deliveries === null) {
    throw new TypeError('WEBHOOK_URL: this platform sends nothing once an answer is made')
  }
  return { outgoing: outgoing ?? deliveries, deliveries }
}

function persistenceOf(options: AppOptions): Persistence {
  const { env = {}, now = platformRuntime.now } = options
  return readPersistence({
    env,
    exposure: options.exposure ?? 'loopback',
    runtime: { ...platformRuntime, now, ...options.runtime },
    ...(options.store !== undefined && { store: options.store }),
    ...(options.loadDynamodb && { loadDynamodb: options.loadDynamodb }),
    ...(options.authenticator && { authenticator: options.authenticator }),
    ...(options.recordDecisions && { recordDecisions: options.recordDecisions }),
    ...(options.storeCallsMax !== undefined && { storeCallsMax: options.storeCallsMax }),
    ...(options.isShared !== undefined && { isShared: options.isShared }),
  })
}
