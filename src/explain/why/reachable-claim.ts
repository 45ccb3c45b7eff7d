import type { JsonObject } from '../../snapshot/json/fields.ts'

type NewClaim = { readonly namespace: string; readonly name: string }

const READ_WRITE_ONCE = ['ReadWriteOnce']

/** A claim that is bound to the volume below. */
export function boundClaim({ namespace, name }: NewClaim): JsonObject {
  const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' }
  return {
    metadata: { namespace, name, annotations },
    spec: { accessModes: READ_WRITE_ONCE, volumeName: `new-${namespace}-${name}` },
    status: { phase: 'Bound' },
  }
}

/** Without node affinity, so that every node reaches it. */
export function reachableVolume({ namespace, name }: NewClaim): JsonObject {
  return {
    metadata: { name: `new-${namespace}-${name}` },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: READ_WRITE_ONCE,
      claimRef: { namespace, name },
    },
    status: { phase: 'Bound' },
  }
}
