import { invalidParts, invalidValue } from '../../snapshot/json/field-error.ts'
import type { Duration, StrictFields } from './strict-fields.ts'

const NS_PER_SECOND = 1e9
const LOCK = 'leases'

/** Settings of the scheduler's process. No decision depends on them; they are read to be validated. */
export function checkProcessSettings(fields: StrictFields): void {
  checkClientConnection(fields.object('clientConnection'))
  checkLeaderElection(fields.object('leaderElection'))
  const parallelism = fields.int32('parallelism') ?? 16
  const { path } = fields
  if (parallelism <= 0) {
    const message = invalidValue(parallelism, 'should be an integer value greater than zero')
    fields.addIssue(path.at('parallelism'), message)
  }
  for (const key of ['enableProfiling', 'enableContentionProfiling', 'delayCacheUntilActive']) {
    fields.boolean(key)
  }
  const initial = fields.int64('podInitialBackoffSeconds') ?? 1
  const most = fields.int64('podMaxBackoffSeconds') ?? 10
  if (initial <= 0) {
    const message = invalidValue(initial, 'must be greater than 0')
    fields.addIssue(path.at('podInitialBackoffSeconds'), message)
  }
  if (most < initial) {
    const detail = 'must be greater than or equal to PodInitialBackoffSeconds'
    fields.addIssue(path.at('podMaxBackoffSeconds'), invalidValue(most, detail))
  }
}

function checkClientConnection(fields: StrictFields | undefined): void {
  if (fields === undefined) return
  for (const key of ['kubeconfig', 'acceptContentTypes', 'contentType']) fields.string(key)
  fields.number('qps')
  const burst = fields.int32('burst') ?? 0
  if (burst < 0)
    fields.addIssue(fields.path.at('burst'), invalidValue(burst, 'must be non-negative'))
  fields.end()
}

function checkLeaderElection(fields: StrictFields | undefined): void {
  if (fields === undefined) return
  const isOn = fields.raw('leaderElect') === undefined || fields.boolean('leaderElect')
  const lease = readTime(fields, 'leaseDuration', '15s', 15)
  const deadline = readTime(fields, 'renewDeadline', '10s', 10)
  const retry = readTime(fields, 'retryPeriod', '2s', 2)
  const lock = fields.string('resourceLock') || LOCK
  for (const key of ['resourceName', 'resourceNamespace']) fields.string(key)
  fields.end()
  if (!isOn) return
  const { path, context } = fields
  const { valueStyle, texts } = context.rules
  const invalidTime = ({ text }: Duration, detail: string) =>
    invalidParts({ json: text, go: text }, valueStyle, detail)
  const times = { leaseDuration: lease, renewDeadline: deadline, retryPeriod: retry }
  for (const [key, time] of Object.entries(times)) {
    if (time.ns <= 0) fields.addIssue(path.at(key), invalidTime(time, 'must be greater than zero'))
  }
  if (lease.ns <= deadline.ns) {
    // Upstream shows the deadline here, at the lease's place.
    fields.addIssue(path.at('leaseDuration'), invalidTime(deadline, texts.shortLease))
  }
  if (lock !== LOCK) {
    const message = invalidValue(lock, `resourceLock value must be "${LOCK}"`)
    fields.addIssue(path.at('resourceLock'), message)
  }
}

/** A duration of zero counts as absent. */
function readTime(fields: StrictFields, key: string, text: string, seconds: number): Duration {
  const given = fields.duration(key)
  return given === undefined || given.ns === 0 ? { ns: seconds * NS_PER_SECOND, text } : given
}
