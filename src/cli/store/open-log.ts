import { ClusterName } from '../../../schemas/store/cluster-name.ts'
import { err, ok, type Result } from '../../result.ts'
import { readAuditKeys } from '../../store/audit/checkpoints/audit-keys.ts'
import type { NoSuch } from '../../store/audit/checkpoints/proofs.ts'
import type { LogFailure } from '../../store/audit/fault.ts'
import type { AuditLog } from '../../store/audit/log.ts'
import { createMemory } from '../../store/audit/memory.ts'
import { createDynamodbStore } from '../../store/dynamodb/store.ts'
import { platformRuntime } from '../../store/runtime.ts'
import { readRetentionSeconds, readStoreSettings } from '../../store/settings.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The audit log of a cluster in the table that the environment names, or what is missing for it. */
export function openLog(env: Env, name: string): Result<AuditLog, string> {
  const cluster = ClusterName.safeParse(name)
  if (!cluster.success) return err(`CLUSTER ${cluster.error.issues[0]?.message}`)
  const settings = readStoreSettings(env)
  if (!settings.ok) return settings
  if (settings.value.kind !== 'dynamodb') return err('BERTH_TABLE names no table')
  const retention = readRetentionSeconds(env)
  if (!retention.ok) return retention
  const keys = readAuditKeys(env)
  if (!keys.ok) return keys
  const runtime = platformRuntime
  return ok({
    store: createDynamodbStore(settings.value.dynamodb, runtime),
    runtime,
    cluster: cluster.data,
    retentionSeconds: retention.value,
    keys: keys.value,
    memory: createMemory(),
    isShared: false,
  })
}

/** For an operator, who may know everything. */
export function sayFailure(failure: LogFailure | NoSuch): string {
  if (failure.kind === 'noSuch') return 'this cluster has no audit log'
  if (failure.kind === 'unavailable') return `the store does not answer: ${failure.cause}`
  return `the audit log is not as it was left: record ${failure.sequence}: ${failure.detail}`
}
