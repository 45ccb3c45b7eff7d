import type { ControlPlane } from './control-plane.ts'

const CLASSES = '/apis/storage.k8s.io/v1/storageclasses'
const VOLUMES = '/api/v1/persistentvolumes'
const SELECTED_NODE = 'volume.kubernetes.io/selected-node'
const POLL_MS = 100

/** A class whose volumes are bound once a pod has a node; without a provisioner they are there before. */
export function addStorageClass(plane: ControlPlane, name: string, provisioner: string) {
  return plane.api.expect('POST', CLASSES, {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name },
    provisioner,
    volumeBindingMode: 'WaitForFirstConsumer',
  })
}

export function addClaim(plane: ControlPlane, name: string, storageClassName: string) {
  return plane.api.expect('POST', '/api/v1/namespaces/default/persistentvolumeclaims', {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName,
      resources: { requests: { storage: '1Gi' } },
    },
  })
}

/** A volume that one node alone reaches; `claim`: kept for it. */
export function addVolume(
  plane: ControlPlane,
  name: string,
  { className, node, claim }: { className: string; node: string; claim?: object },
) {
  const hostname = { key: 'kubernetes.io/hostname', operator: 'In', values: [node] }
  return plane.api.expect('POST', VOLUMES, {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      storageClassName: className,
      persistentVolumeReclaimPolicy: 'Retain',
      csi: { driver: 'test.example.com', volumeHandle: name },
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [hostname] }] } },
      claimRef: claim,
    },
  })
}

/** What a volume of a pod looks like that is a claim. */
export function claimVolume(claimName: string): object {
  return { name: claimName, persistentVolumeClaim: { claimName } }
}

/**
 * Makes a volume for each claim of a class that is told a node, until `signal`; the first `failures`
 * claims are sent back to the scheduler, as provisioners do that have no room there.
 */
export async function provision(
  plane: ControlPlane,
  className: string,
  signal: AbortSignal,
  failures = 0,
): Promise<void> {
  const made = new Set<string>()
  let left = failures
  while (!signal.aborted) {
    const { items } = await plane.api.expect('GET', '/api/v1/persistentvolumeclaims')
    for (const { metadata, spec } of items) {
      const node = metadata.annotations?.[SELECTED_NODE]
      const { namespace, name, uid } = metadata
      const isOpen = spec.storageClassName === className && !spec.volumeName && !made.has(uid)
      if (!isOpen || node === undefined) continue
      if (left-- > 0) {
        const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`
        const patch = { metadata: { annotations: { [SELECTED_NODE]: null } } }
        await plane.api.expect('PATCH', path, patch, {
          contentType: 'application/merge-patch+json',
        })
        continue
      }
      made.add(uid)
      const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid }
      await addVolume(plane, `made-${uid}`, { className, node, claim })
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
