import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import type { AppEnv, Platform } from './api/http/app-env.ts'
import { mayBind, mayDecide } from './api/http/authorize.ts'
import { logError } from './api/http/error-log.ts'
import type { LoadExplorerPage } from './api/http/explorer-page.ts'
import { InflightLimiter } from './api/http/inflight-limiter.ts'
import { limitInflight } from './api/http/limit-inflight.ts'
import { limitRate } from './api/http/limit-rate.ts'
import { type Limits, limitsFromEnv } from './api/http/limits.ts'
import { offload } from './api/http/offload.ts'
import type { Offload } from './api/http/offloaded-request.ts'
import { problem } from './api/http/problem.ts'
import type { OnProgress } from './api/http/progress.ts'
import { type RateLimiter, rateLimiterFromEnv } from './api/http/rate-limiter.ts'
import { requestLog } from './api/http/request-log.ts'
import { safeHeaders } from './api/http/safe-headers.ts'
import { StoreReadiness } from './api/http/store-readiness.ts'
import { TooExpensive } from './api/http/yield-to-event-loop.ts'
import { admissions } from './api/routes/admissions.ts'
import { auditEvidence } from './api/routes/audit-evidence.ts'
import { capacity } from './api/routes/capacity.ts'
import { comparisons } from './api/routes/comparisons.ts'
import { decisions } from './api/routes/decisions.ts'
import { docs } from './api/routes/docs.ts'
import { drains } from './api/routes/drains.ts'
import { evictions } from './api/routes/evictions.ts'
import { explanations } from './api/routes/explanations.ts'
import { explorer } from './api/routes/explorer.ts'
import { health } from './api/routes/health.ts'
import { lifecycle } from './api/routes/lifecycle.ts'
import { openapi } from './api/routes/openapi.ts'
import { preemptions } from './api/routes/preemptions.ts'
import { priorityClasses } from './api/routes/priority-classes.ts'
import { profiles } from './api/routes/profiles.ts'
import { queue } from './api/routes/queue.ts'
import { readiness } from './api/routes/readiness.ts'
import { simulations } from './api/routes/simulations.ts'
import { snapshots } from './api/routes/snapshots.ts'
import { version } from './api/routes/version.ts'
import type { Authenticator } from './auth/authenticator.ts'
import type { Exposure } from './auth/settings.ts'
import { type Persistence, readPersistence } from './persistence.ts'
import { ScannerPool } from './snapshot/bytes/scanner-pool.ts'
import { PlainScanner, type Scanner } from './snapshot/json/scan/scanner.ts'
import { MemorySnapshots } from './snapshots/memory.ts'
import type { SnapshotPort } from './snapshots/port.ts'
import { readSnapshotSettings } from './snapshots/settings.ts'
import { SnapshotLibrary } from './snapshots/snapshot-library.ts'
import type { RecordDecisions } from './store/audit/records/preemptions.ts'
import type { StorePort } from './store/port.ts'
import { platformRuntime, type Runtime } from './store/runtime.ts'
import { admission } from './webhooks/admission/routes.ts'
import { readAdmissionSettings } from './webhooks/admission/settings.ts'
import { extender, extenderBind } from './webhooks/extender/routes.ts'
import { readExtenderSettings } from './webhooks/extender/settings.ts'

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
  /** Instead of the one that the environment describes. */
  readonly authenticator?: Authenticator
  /** Whom limits are counted for; without it all requests are one client's. */
  readonly clientOf?: Platform['clientOf']
  /** Instead of counting requests here, where the environment asks for that. */
  readonly rateLimiter?: RateLimiter | null
  /** Answers heavy requests on other threads. */
  readonly offload?: Offload
  readonly onProgress?: OnProgress
  /** Told of every request that was answered. */
  readonly onAnswer?: Platform['onAnswer']
  /** Where snapshots are kept by name; in this process if absent. */
  readonly snapshots?: SnapshotPort
  /** Where the explorer's page is; without it `/` says so. */
  readonly loadExplorer?: LoadExplorerPage
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
  /** Instead of the platform's timer and randomness. */
  readonly runtime?: Partial<Runtime>
}

/** The one app that every entry serves. Throws a TypeError when the configuration is wrong. */
export function createApp(options: AppOptions = {}): Hono<AppEnv> {
  const { env = {}, log = () => {}, now = () => new Date() } = options
  const limits = { ...limitsFromEnv(env, options.usualLimits), ...options.limits }
  const { warnings, ...persistence } = options.persistence ?? persistenceOf(options)
  const { store, runtime } = persistence
  const scanners = new ScannerPool(options.makeScanner ?? (() => new PlainScanner()))
  const port = options.snapshots ?? new MemorySnapshots(readSnapshotSettings(env), now)
  const platform: Platform = {
    env,
    log,
    now,
    limits,
    inflight: new InflightLimiter(limits.inflightBytes),
    scanners,
    admission: readAdmissionSettings(env),
    extender: readExtenderSettings(env),
    snapshots: new SnapshotLibrary({ port, scanners, limits, now }),
    rate: options.rateLimiter ?? rateLimiterFromEnv(env, () => now().getTime()),
    clientOf: options.clientOf ?? (() => ''),
    offload: options.offload ?? null,
    onProgress: options.onProgress ?? (() => {}),
    onAnswer: options.onAnswer ?? (() => {}),
    readiness: store === null ? null : new StoreReadiness(store, runtime),
    deferRecord: options.deferRecord ?? null,
    loadExplorer: options.loadExplorer ?? (() => Promise.resolve(null)),
    ...persistence,
  }
  for (const message of warnings) {
    log(JSON.stringify({ time: now().toISOString(), level: 'warn', message }))
  }
  const app = new Hono<AppEnv>()

  app.use(async (c, next) => {
    c.set('platform', platform)
    c.set('requestBytes', 0)
    await next()
  })
  app.use(requestId())
  if (options.logsRequests ?? true) app.use(requestLog())
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

  app.use('/v1/*', limitRate())

  /** What works on a cluster that the request brings. */
  const judging = (path: string, route: Hono<AppEnv>) => {
    app.use(path, mayDecide(), limitInflight())
    app.post(path, offload())
    app.route(path, route)
  }
  judging('/v1/decisions', decisions)
  judging('/v1/comparisons', comparisons)
  judging('/v1/explanations', explanations)
  judging('/v1/capacity', capacity)
  judging('/v1/admissions', admissions)
  judging('/v1/evictions', evictions)
  judging('/v1/drains', drains)
  judging('/v1/lifecycle', lifecycle)
  judging('/v1/queue', queue)
  judging('/v1/simulations', simulations)
  app.route('/v1/snapshots', snapshots)
  const hooks = [
    'extender/filter',
    'extender/prioritize',
    'extender/preempt',
    'admission/mutate',
    'admission/validate',
  ]
  for (const hook of hooks) {
    app.use(`/webhooks/${hook}`, mayDecide(), limitInflight())
    app.post(`/webhooks/${hook}`, offload())
  }
  app.route('/webhooks/admission', admission)
  app.route('/webhooks/extender', extender)
  app.use('/webhooks/extender/bind', mayBind(), limitInflight())
  app.route('/webhooks/extender/bind', extenderBind)
  app.route('/v1/profiles', profiles)
  app.use('/v1/clusters/*', limitInflight())
  app.route('/v1/clusters/:cluster/priorityclasses', priorityClasses)
  app.route('/v1/clusters/:cluster/preemptions', auditEvidence)
  app.route('/v1/clusters/:cluster/preemptions', preemptions)
  app.route('/healthz', health)
  app.route('/readyz', readiness)
  app.route('/version', version)
  app.route('/openapi.json', openapi)
  app.route('/docs', docs)
  app.route('/', explorer)

  app.notFound((c) => problem(c, { code: 'not-found', detail: `There is no ${c.req.path}` }))
  app.onError((error, c) => {
    if (error instanceof TooExpensive) {
      return problem(c, { code: 'too-expensive', detail: error.message })
    }
    logError(c, error)
    return problem(c, {
      code: 'internal',
      detail: 'Berth failed on this request; its log has the reason under the request id',
    })
  })
  return app
}

function persistenceOf(options: AppOptions): Persistence {
  const { env = {}, now = platformRuntime.now } = options
  return readPersistence({
    env,
    exposure: options.exposure ?? 'loopback',
    runtime: { ...platformRuntime, now, ...options.runtime },
    ...(options.store !== undefined && { store: options.store }),
    ...(options.authenticator && { authenticator: options.authenticator }),
    ...(options.recordDecisions && { recordDecisions: options.recordDecisions }),
    ...(options.storeCallsMax !== undefined && { storeCallsMax: options.storeCallsMax }),
    ...(options.isShared !== undefined && { isShared: options.isShared }),
  })
}
