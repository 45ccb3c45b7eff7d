import type { Reasons } from '../changes/journal.ts'
import type { Container, PodSpec, Volume } from '../types/types.ts'
import { zero } from '../types/zero.ts'

const PREFIX = 'kube-api-access-'
/** Five characters that the server draws; it alone knows which. */
const DRAWN = 'xxxxx'
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount'
/** An hour and seven seconds, by which the server knows its own volumes. */
const TOKEN_SECONDS = 3607n
const MODE = 0o644
const REASON = 'containers reach the API with the token of their service account'

/** Plugin.mountServiceAccountToken: a volume with the token for whoever has none at its place. */
export function mountToken(spec: PodSpec, reasons: Reasons): void {
  const own = (spec.volumes ?? []).find(({ name }) => name.startsWith(PREFIX))
  const name = own?.name ?? `${PREFIX}${DRAWN}`
  const mounted = [
    ...mountIn(spec.initContainers ?? [], 'initContainers', name, reasons),
    ...mountIn(spec.containers ?? [], 'containers', name, reasons),
  ]
  if (own !== undefined || mounted.length === 0) return
  spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)]
  reasons.tell(`/spec/volumes/${spec.volumes.length - 1}`, REASON)
  if (spec.volumes.length === 1) reasons.tell('/spec/volumes', REASON)
}

function mountIn(
  containers: readonly Container[],
  list: string,
  name: string,
  reasons: Reasons,
): Container[] {
  const mounting: Container[] = []
  for (const [index, container] of containers.entries()) {
    const mounts = container.volumeMounts ?? []
    if (mounts.some(({ mountPath }) => mountPath === MOUNT_PATH)) continue
    const mount = { ...zero('VolumeMount'), name, readOnly: true, mountPath: MOUNT_PATH }
    container.volumeMounts = [...mounts, mount]
    const pointer = `/spec/${list}/${index}/volumeMounts`
    reasons.tell(mounts.length === 0 ? pointer : `${pointer}/${mounts.length}`, REASON)
    mounting.push(container)
  }
  return mounting
}

/** TokenVolumeSource. */
function tokenVolume(name: string): Volume {
  const serviceAccountToken = {
    ...zero('ServiceAccountTokenProjection'),
    path: 'token',
    expirationSeconds: TOKEN_SECONDS,
  }
  const certificate = { ...zero('KeyToPath'), key: 'ca.crt', path: 'ca.crt' }
  const configMap = {
    ...zero('ConfigMapProjection'),
    name: 'kube-root-ca.crt',
    items: [certificate],
  }
  const fieldRef = { apiVersion: 'v1', fieldPath: 'metadata.namespace' }
  const namespace = { ...zero('DownwardAPIVolumeFile'), path: 'namespace', fieldRef }
  const empty = zero('VolumeProjection')
  const sources = [
    { ...empty, serviceAccountToken },
    { ...empty, configMap },
    { ...empty, downwardAPI: { items: [namespace] } },
  ]
  const projected = { ...zero('ProjectedVolumeSource'), sources, defaultMode: MODE }
  return { ...zero('Volume'), name, projected }
}
