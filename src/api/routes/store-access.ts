import type { Context } from 'hono'
import { ClusterName } from '../../../schemas/cluster-name.ts'
import { type Caller, mayUseCluster } from '../../auth/caller.ts'
import { err, ok, type Result } from '../../result.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import type { Unavailable } from '../../store/port.ts'
import type { ClassStore } from '../../store/priority-classes.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { Fault } from '../http/problem.ts'

/** The part of the store that a request's path names, for routes behind `mayUseStore`. */
export function clusterStore(c: Context<AppEnv>): Result<ClassStore, Fault> {
  const { store, runtime } = c.get('platform')
  if (store === null) throw new Error('a route of the store is not behind mayUseStore')
  const cluster = ClusterName.safeParse(c.req.param('cluster'))
  if (cluster.success) {
    const caller = c.get('caller')
    if (!mayUseCluster(caller, cluster.data)) return err(foreignCluster(caller, cluster.data))
    return ok({ store, runtime, cluster: cluster.data })
  }
  const message = cluster.error.issues[0]?.message ?? 'is not a name'
  const issues = [{ pointer: '/cluster', code: 'not-a-request', message }]
  return err({ code: 'not-a-request', detail: `The cluster's name ${message}`, issues })
}

/** A token that is bound to other clusters: said before anything of this one is looked at. */
export function foreignCluster({ name }: Caller, cluster: string): Fault {
  return { code: 'forbidden', detail: `"${cluster}" is not a cluster of ${name}` }
}

/** The audit log of the cluster in the path. */
export function clusterAuditLog(c: Context<AppEnv>): Result<AuditLog, Fault> {
  const context = clusterStore(c)
  if (!context.ok) return context
  const { auditRetentionSeconds } = c.get('platform')
  return ok({ ...context.value, retentionSeconds: auditRetentionSeconds })
}

/** Tells the caller when to come again, and the operator why. */
export function unavailable(c: Context<AppEnv>, { cause, retryAfterSeconds }: Unavailable): Fault {
  const { log, now } = c.get('platform')
  const time = now().toISOString()
  log(JSON.stringify({ time, level: 'warn', id: c.get('requestId'), message: 'store', cause }))
  const detail = `The store does not answer; try again in ${retryAfterSeconds} s`
  return { code: 'store-unavailable', detail, retryAfterSeconds }
}
