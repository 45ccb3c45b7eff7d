import type { Context } from 'hono'
import type { AppEnv } from '../../api/http/app-env.ts'
import { faultOf } from '../../api/http/fault.ts'
import { SNAPSHOT_DIGEST_HEADER } from '../../api/http/request/named-snapshot.ts'
import { expandManifest } from '../../controllers/workloads/expand-manifest.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { objectAt } from '../../snapshot/json/raw-object.ts'
import { judgeNewPod } from '../../use-cases/judge-new-pod.ts'
import { DEFAULT_SCHEDULER_NAME } from './mutate.ts'

/** What the webhook has to say of a new object. */
export type Verdict =
  | { readonly kind: 'silent' }
  | { readonly kind: 'warn'; readonly message: string }
  | { readonly kind: 'deny'; readonly message: string }

const SILENT: Verdict = { kind: 'silent' }

/** Holds the pods that an object stands for against the snapshot that is configured. */
export async function holdAgainstSnapshot(
  c: Context<AppEnv>,
  object: JsonObject,
): Promise<Verdict> {
  const { admission, snapshots, limits } = c.get('platform')
  if (admission.snapshot === null) return SILENT
  const expanded = expandManifest(oneOf(object), ROOT, new Issues(), { podsMax: limits.pods })
  const pod = expanded?.pods[0] ?? expanded?.daemon ?? null
  if (pod === null || !isForUs(pod, admission.schedulerName)) return SILENT
  const { name } = admission.snapshot
  const found = await snapshots.find(admission.snapshot, 'what scheduling reads')
  if (!found.ok) return warn(`not held against the cluster: ${found.error.detail}`)
  c.header(SNAPSHOT_DIGEST_HEADER, found.value.digest)
  const arrays = found.value.snapshot
  const claims = [...(arrays.persistentVolumeClaims ?? []), ...(expanded?.claims ?? [])]
  const snapshot =
    arrays.persistentVolumeClaims === undefined
      ? arrays
      : { ...arrays, persistentVolumeClaims: claims }
  const named = (expanded?.claims ?? []).length === 0 ? found.value : null
  const prospect = judgeNewPod({ snapshot, pod, nodesMax: limits.nodes, named })
  switch (prospect.kind) {
    case 'fits':
      return SILENT
    case 'waits':
      return warn(`would wait in the cluster "${name}" as it is: ${prospect.message}`)
    case 'never': {
      const message = `no node of the cluster "${name}" could ever take it: ${prospect.message}`
      return admission.never === 'Deny' ? { kind: 'deny', message } : warn(message)
    }
    case 'unknown':
      return warn(`cannot be held against the cluster "${name}": ${prospect.message}`)
    case 'invalid':
      return warn(
        `cannot be held against the cluster "${name}": ${faultOf(prospect.issues).detail}`,
      )
  }
}

function warn(message: string): Verdict {
  return { kind: 'warn', message }
}

/** Pods of other schedulers follow other rules; one that names its node is asked of nobody. */
function isForUs(pod: JsonObject, schedulerName: string): boolean {
  const spec = objectAt(pod, 'spec')
  const named = spec['schedulerName'] || DEFAULT_SCHEDULER_NAME
  const isOurs = named === DEFAULT_SCHEDULER_NAME || named === schedulerName
  return isOurs && !spec['nodeName']
}

/** The same object with one pod, where its controller would make more. */
function oneOf(object: JsonObject): JsonObject {
  const spec = objectAt(object, 'spec')
  const counts = ['replicas', 'parallelism', 'completions'].filter((name) => Number(spec[name]) > 1)
  if (counts.length === 0) return object
  return { ...object, spec: { ...spec, ...Object.fromEntries(counts.map((name) => [name, 1])) } }
}
