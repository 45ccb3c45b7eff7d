import type { Context } from 'hono'
import { ClusterName } from '../../../../schemas/store/cluster-name.ts'
import { type Caller, mayUseCluster } from '../../../auth/caller.ts'
import { err, ok, type Result } from '../../../result.ts'
import type { LogFailure } from '../../../store/audit/fault.ts'
import type { AuditLog } from '../../../store/audit/log.ts'
import type { AuditLogs } from '../../../store/audit/logs.ts'
import type { Unavailable } from '../../../store/port.ts'
import type { AppEnv } from '../app-env.ts'
import type { Fault } from '../fault.ts'
import type { Cursors } from './cursors.ts'

/** The part of the store that a request's path names. */
export interface ClusterAccess {
  readonly log: AuditLog
  readonly callsMax: number
  readonly cursors: Cursors
}

/** For routes behind `mayUseStore`. */
export function accessCluster(c: Context<AppEnv>): Result<ClusterAccess, Fault> {
  const { auditLogs, cursors } = c.get('platform')
  if (auditLogs === null || cursors === null) throw new Error('this route needs mayUseStore')
  const cluster = ClusterName.safeParse(c.req.param('cluster'))
  if (!cluster.success) {
    const message = cluster.error.issues[0]?.message ?? 'is not a name'
    const issues = [{ pointer: '/cluster', code: 'not-a-request', message }]
    return err({ code: 'not-a-request', detail: `The cluster's name ${message}`, issues })
  }
  const caller = c.get('caller')
  if (!mayUseCluster(caller, cluster.data)) return err(foreignCluster(caller, cluster.data))
  return ok(accessTo(auditLogs, cursors, cluster.data))
}

function accessTo(logs: AuditLogs, cursors: Cursors, cluster: string): ClusterAccess {
  return { log: logs.of(cluster), callsMax: logs.callsMax, cursors }
}

/** A token that is bound to other clusters: said before anything of this one is looked at. */
export function foreignCluster({ name }: Caller, cluster: string): Fault {
  return { code: 'forbidden', detail: `"${cluster}" is not a cluster of ${name}` }
}

/** Tells the caller when to come again, and the operator why. */
export function unavailable(
  c: Context<AppEnv>,
  { cause, retryAfterSeconds }: Pick<Unavailable, 'cause' | 'retryAfterSeconds'>,
): Fault {
  logWarning(c, 'store', cause)
  const detail = `The store does not answer; try again in ${retryAfterSeconds} s`
  return { code: 'store-unavailable', detail, retryAfterSeconds }
}

/** The same of the audit log, which may also be found to have been tampered with. */
export function logFault(c: Context<AppEnv>, failure: LogFailure): Fault {
  if (failure.kind === 'unavailable') return unavailable(c, failure)
  const { sequence, detail } = failure
  logWarning(c, 'audit log broken', `record ${sequence}: ${detail}`)
  return {
    code: 'audit-broken',
    detail: 'The audit log is not as it was left; an operator has to look',
  }
}

function logWarning(c: Context<AppEnv>, message: string, cause: string): void {
  const { log, now } = c.get('platform')
  const time = now().toISOString()
  log(JSON.stringify({ time, level: 'warn', id: c.get('requestId'), message, cause }))
}
