import { readPersistence } from '../persistence.ts'
import { keepCheckpoints } from '../store/audit/checkpoints/keep-checkpoints.ts'
import type { LoadDynamodb } from '../store/open.ts'
import { platformRuntime } from '../store/runtime.ts'
import { type Bindings, textsOf } from './bindings.ts'
import { keepInBucket } from './bucket-keep.ts'
import { isR2Bucket } from './r2-bucket.ts'

/** The binding of the bucket that checkpoints are kept in. */
const BUCKET = 'BERTH_CHECKPOINTS'

/**
 * What a cron trigger runs: keeps the checkpoint of every audit log. What is wrong with a log is in
 * the Worker's own log, and the run counts as failed, so that whoever watches those is told.
 */
export async function keepOnSchedule(
  bindings: Bindings,
  loadDynamodb: LoadDynamodb,
): Promise<void> {
  const bucket = bindings[BUCKET]
  if (!isR2Bucket(bucket)) throw new Error(`${BUCKET} is no binding to an R2 bucket`)
  const { store, auditLogs } = readPersistence({
    env: textsOf(bindings),
    exposure: 'hosted',
    runtime: platformRuntime,
    isShared: false,
    loadDynamodb,
  })
  if (store === null || auditLogs === null) throw new Error('BERTH_TABLE names no table')
  const kept = await keepCheckpoints(store, auditLogs, keepInBucket(bucket))
  if (!kept.ok) throw new Error(`the store does not answer: ${kept.error.cause}`)
  const wrong = kept.value.filter(({ status }) => status !== 'kept' && status !== 'empty')
  for (const checkpoint of kept.value) {
    const level = wrong.includes(checkpoint) ? 'error' : 'info'
    console.log(JSON.stringify({ level, message: 'checkpoint', ...checkpoint }))
  }
  if (wrong.length === 0) return
  const told = wrong.map(({ cluster, status, detail }) => `${cluster} ${status}: ${detail}`)
  throw new Error(`checkpoints were not kept: ${told.join('; ')}`)
}
