import type { Arrival } from '../arrival.ts'
import type { Refusal } from '../refusal.ts'
import { alreadyExists, generatedNameExists, internalError } from '../status/status.ts'

const UINT64_MAX = 2n ** 64n - 1n
const RESOURCE_VERSION = /^[0-9]{1,20}$/

/** What storage itself refuses: a version on what is to be new, and a name that is taken. */
export function storePod({ cluster, namespace, pod }: Arrival): Refusal | null {
  const { name, generateName: prefix, resourceVersion } = pod.metadata
  const by = 'storage'
  if (isVersion(resourceVersion)) {
    const what = 'resourceVersion should not be set on objects to be created'
    return {
      by,
      status: internalError(what),
      facts: [{ kind: 'request', what: 'resourceVersion' }],
    }
  }
  const existing = cluster.pods.get(name)
  if (existing === undefined) return null
  const { isTerminating } = existing
  const before = isTerminating ? 'object is being deleted: ' : ''
  const status = prefix === '' ? alreadyExists(name, before) : generatedNameExists(name, before)
  return { by, status, facts: [{ kind: 'conflict', namespace, name, isTerminating }] }
}

/** ObjectResourceVersion: a number that is not zero; what is no number is overlooked. */
function isVersion(text: string): boolean {
  if (!RESOURCE_VERSION.test(text)) return false
  const version = BigInt(text)
  return version > 0n && version <= UINT64_MAX
}
