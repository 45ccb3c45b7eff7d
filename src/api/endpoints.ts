import type { Hono } from 'hono'
import type { AppEnv } from './http/app-env.ts'
import { mayBind, mayDecide } from './http/authorize.ts'
import { type LoadRoute, later } from './http/later.ts'
import { giveClustersBack } from './http/lent-clusters.ts'
import { limitInflight } from './http/limits/limit-inflight.ts'
import { limitRate } from './http/limits/limit-rate.ts'
import { offload } from './http/offload.ts'
import { compressLines } from './http/response/lines.ts'
import { explorer, followingExplorer } from './routes/explorer.ts'
import { health } from './routes/health.ts'
import { readiness } from './routes/readiness.ts'

/** Every endpoint, and who is let in; the modules that answer are evaluated when they are asked. */
export function addEndpoints(app: Hono<AppEnv>): void {
  app.use('/v1/*', limitRate())
  app.use('/webhooks/*', limitRate())
  app.use('/v1/batches/*', compressLines())
  addJudging(app)
  addWebhooks(app)
  addStore(app)
  const at = (base: string, load: LoadRoute, endpoints: readonly string[]) =>
    addLater(app, base, load, endpoints)
  at('/v1/snapshots', async () => (await import('./routes/snapshots.ts')).snapshots, [
    'GET /:name',
    'PUT /:name',
    'PATCH /:name',
    'DELETE /:name',
  ])
  const loadFollowed = async () =>
    (await import('./routes/followed-snapshots.ts')).followedSnapshots
  at('/v1/snapshots', loadFollowed, ['GET /:name/objects', 'GET /:name/events'])
  at('/v1/batches', async () => (await import('./routes/batches.ts')).batches, [
    'POST /',
    'GET /:id',
    'GET /:id/results',
    'DELETE /:id',
  ])
  at('/v1/profiles', async () => (await import('./routes/profiles.ts')).profiles, ['GET /'])
  const loadDeliveries = async () =>
    (await import('./routes/webhook-deliveries.ts')).webhookDeliveries
  at('/v1/webhook-deliveries', loadDeliveries, ['GET /'])
  at('/version', async () => (await import('./routes/version.ts')).version, ['GET /'])
  at('/openapi.json', async () => (await import('./routes/openapi.ts')).openapi, ['GET /'])
  at('/docs', async () => (await import('./routes/docs.ts')).docs, ['GET /'])
  app.route('/healthz', health)
  app.route('/readyz', readiness)
  app.route('/follow', followingExplorer)
  app.route('/', explorer)
}

/** What works on a cluster that the request brings. */
function addJudging(app: Hono<AppEnv>): void {
  const judging = (path: string, load: LoadRoute) => {
    app.use(path, mayDecide(), limitInflight())
    app.post(path, offload(), giveClustersBack(), later(load, 'POST'))
  }
  app.use('/v1/decisions', compressLines())
  judging('/v1/decisions', async () => (await import('./routes/decisions.ts')).decisions)
  judging('/v1/comparisons', async () => (await import('./routes/comparisons.ts')).comparisons)
  judging('/v1/explanations', async () => (await import('./routes/explanations.ts')).explanations)
  judging('/v1/capacity', async () => (await import('./routes/capacity.ts')).capacity)
  judging('/v1/admissions', async () => (await import('./routes/admissions.ts')).admissions)
  judging('/v1/evictions', async () => (await import('./routes/evictions.ts')).evictions)
  judging('/v1/drains', async () => (await import('./routes/drains.ts')).drains)
  judging('/v1/lifecycle', async () => (await import('./routes/lifecycle.ts')).lifecycle)
  judging('/v1/queue', async () => (await import('./routes/queue.ts')).queue)
  judging('/v1/simulations', async () => (await import('./routes/simulations.ts')).simulations)
}

function addWebhooks(app: Hono<AppEnv>): void {
  const loadExtender = () => import('../webhooks/extender/routes.ts')
  const loadAdmission = () => import('../webhooks/admission/routes.ts')
  const hook = (base: string, verb: string, load: LoadRoute) => {
    app.use(base + verb, mayDecide(), limitInflight())
    app.post(base + verb, offload(), later(load, 'POST', verb))
  }
  for (const verb of ['/filter', '/prioritize', '/preempt']) {
    hook('/webhooks/extender', verb, async () => (await loadExtender()).extender)
  }
  for (const verb of ['/mutate', '/validate']) {
    hook('/webhooks/admission', verb, async () => (await loadAdmission()).admission)
  }
  app.use('/webhooks/extender/bind', mayBind(), limitInflight())
  const bind = async () => (await loadExtender()).extenderBind
  app.post('/webhooks/extender/bind', later(bind, 'POST'))
}

function addStore(app: Hono<AppEnv>): void {
  const cluster = '/v1/clusters/:cluster'
  app.use('/v1/clusters/*', limitInflight())
  const loadClasses = async () => (await import('./routes/priority-classes.ts')).priorityClasses
  addLater(app, `${cluster}/priorityclasses`, loadClasses, [
    'GET /',
    'GET /:name',
    'PUT /:name',
    'DELETE /:name',
  ])
  const loadEvidence = async () => (await import('./routes/audit-evidence.ts')).auditEvidence
  addLater(app, `${cluster}/preemptions`, loadEvidence, [
    'GET /checkpoint',
    'GET /consistency',
    'GET /export',
    'GET /:id/proof',
  ])
  const loadPreemptions = async () => (await import('./routes/preemptions.ts')).preemptions
  addLater(app, `${cluster}/preemptions`, loadPreemptions, [
    'GET /',
    'GET /verify',
    'GET /:id',
    'POST /:id/outcome',
  ])
}

function addLater(
  app: Hono<AppEnv>,
  base: string,
  load: LoadRoute,
  endpoints: readonly string[],
): void {
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.split(' ')
    app.on(method, path === '/' ? base : base + path, later(load, method, path))
  }
}
