import type { DeviceReader } from '../../../snapshot/devices/device-reader.ts'
import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import { isForClaim, type PodResourceClaim } from '../../../snapshot/pods/pod-signature.ts'

/** How a release writes "Pod" when a claim belongs to another one. */
export type PodWord = 'pod' | 'Pod'

export type ResourceClaims =
  | { readonly ok: true; readonly claims: readonly ResourceClaim[] }
  | { readonly ok: false; readonly reason: string }

/** The claims that a pod names or that were made for it, or why the pod has to wait for one. */
export function podResourceClaims(devices: DeviceReader, pod: Pod, word: PodWord): ResourceClaims {
  const claims: ResourceClaim[] = []
  for (const reference of pod.signature.resourceClaims.filter(isForClaim)) {
    const claim = claimOf(devices, reference, pod)
    if (claim === null) return { ok: false, reason: notMade(reference, pod) }
    const reason = rejectionFor(claim, reference, pod, word)
    if (claim === undefined || reason !== null) return { ok: false, reason: reason ?? '' }
    claims.push(claim)
  }
  return { ok: true, claims }
}

/** Null: it is not made yet. */
function claimOf(
  devices: DeviceReader,
  { name, claimName, templateName }: PodResourceClaim,
  pod: Pod,
): ResourceClaim | undefined | null {
  if (claimName !== null) return devices.claim(pod.signature.namespace, claimName)
  return (templateName === null ? undefined : devices.madeClaim(pod, name)) ?? null
}

function notMade({ name, templateName }: PodResourceClaim, pod: Pod): string {
  const podName = `pod "${pod.signature.namespace}/${pod.name}"`
  return templateName !== null
    ? `${podName}: ResourceClaim not created yet`
    : `${podName}, spec.resourceClaim "${name}": none of the supported fields are set`
}

function rejectionFor(
  claim: ResourceClaim | undefined,
  { claimName, templateName }: PodResourceClaim,
  pod: Pod,
  word: PodWord,
): string | null {
  const { namespace } = pod.signature
  if (claim === undefined) return `could not find ResourceClaim "${namespace}/${claimName}"`
  if (claim.deleting) return `resourceclaim "${claim.name}" is being deleted`
  if (templateName === null || claim.controller?.uid === pod.uid) return null
  const owned = `ResourceClaim ${namespace}/${claim.name} was not created for`
  return `${owned} ${word} ${namespace}/${pod.name} (${word} is not owner)`
}
