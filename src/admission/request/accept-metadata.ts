import type { Reasons } from '../changes/journal.ts'
import type { Refusal } from '../refusal.ts'
import { badRequest } from '../status/status.ts'
import type { ObjectMeta, Struct } from '../types/types.ts'
import type { Warnings } from '../warnings/warnings.ts'

const MISMATCH =
  'the namespace of the provided object does not match the namespace sent on the request'
const DUPLICATES =
  '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in ' +
  '1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate ' +
  'UID(s) observed: '

/** WipeObjectMetaSystemFields: what only a server may say. */
export function wipeSystemFields(metadata: ObjectMeta, reasons: Reasons): void {
  metadata.uid = ''
  metadata.creationTimestamp = ''
  metadata.deletionTimestamp = undefined
  metadata.deletionGracePeriodSeconds = undefined
  metadata.selfLink = ''
  metadata.managedFields = undefined
  reasons.tell('/metadata', 'only the server says this, so what was sent is wiped')
}

/** EnsureObjectNamespaceMatchesRequestNamespace. */
export function acceptNamespace(
  metadata: ObjectMeta,
  namespace: string,
  reasons: Reasons,
): Refusal | null {
  if (metadata.namespace !== '' && metadata.namespace !== namespace) {
    const fact = {
      kind: 'namespace',
      namespace: metadata.namespace,
      state: 'other',
      known: [],
    } as const
    return { by: 'request', status: badRequest(MISMATCH), facts: [fact] }
  }
  metadata.namespace = namespace
  reasons.tell('/metadata/namespace', 'the namespace that the request is made in')
  return null
}

/** dedupOwnerReferencesAndAddWarning. */
export function dropDuplicateOwners(
  metadata: ObjectMeta,
  warnings: Warnings,
  reasons: Reasons,
): void {
  const seen = new Set<string>()
  const kept: Struct<'OwnerReference'>[] = []
  const dropped: string[] = []
  for (const owner of metadata.ownerReferences ?? []) {
    const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = owner
    const identity = JSON.stringify([
      apiVersion,
      kind,
      name,
      uid,
      controller ?? null,
      blockOwnerDeletion ?? null,
    ])
    if (seen.has(identity)) dropped.push(uid)
    else kept.push(owner)
    seen.add(identity)
  }
  if (dropped.length === 0) return
  metadata.ownerReferences = kept
  warnings.add(`${DUPLICATES}${dropped.join(', ')}`)
  reasons.tell('/metadata/ownerReferences', 'each owner counts once')
}
