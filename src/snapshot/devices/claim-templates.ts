import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import type { Pod } from '../cluster.ts'
import type { Defaulted } from '../defaulting.ts'
import type { Fields } from '../json/fields.ts'
import { withClaimDefaults } from './claim-defaults.ts'
import { type DeviceClaim, readDeviceClaim } from './device-request.ts'
import type { ResourceClaim } from './resource-claim.ts'

/** Stands for the letters that the API server draws. */
const DRAWN = 'xxxxx'

/** ResourceClaimTemplates, and the claims that their controller would make of them for pods. */
export class ClaimTemplates {
  private readonly templates = new Map<string, DeviceClaim>()
  private readonly made = new Map<string, ResourceClaim>()

  add(template: Fields): void {
    const metadata = template.object('metadata')
    const namespace = metadata?.string('namespace') || DEFAULT_NAMESPACE
    const devices = template.object('spec')?.object('spec')?.object('devices')
    const key = keyOf(namespace, metadata?.string('name') ?? '')
    this.templates.set(key, withClaimDefaults(readDeviceClaim(devices)))
  }

  /**
   * Makes the claims that a pod wants from templates and does not have yet; `add` gets each of them.
   * Returns what the controller would write into the pod's status.
   */
  makeFor(pod: Pod, add: (claim: ResourceClaim) => void): Defaulted[] {
    const { namespace, resourceClaims } = pod.signature
    let index = resourceClaims.filter(
      ({ claimName, templateName }) => claimName !== null && templateName !== null,
    ).length
    return resourceClaims.flatMap(({ name, claimName, templateName }) => {
      if (claimName !== null || templateName === null) return []
      const devices = this.templates.get(keyOf(namespace, templateName))
      if (devices === undefined) return []
      const claim = claimFor(pod, name, devices)
      this.made.set(keyOf(namespace, pod.name, name), claim)
      add(claim)
      const value = { name, resourceClaimName: claim.name }
      return [{ pointer: `/status/resourceClaimStatuses/${index++}`, value }]
    })
  }

  claimOf(pod: Pod, name: string): ResourceClaim | undefined {
    return this.made.get(keyOf(pod.signature.namespace, pod.name, name))
  }
}

function keyOf(...names: string[]): string {
  return JSON.stringify(names)
}

function claimFor(pod: Pod, name: string, devices: DeviceClaim): ResourceClaim {
  return {
    namespace: pod.signature.namespace,
    name: `${pod.name}-${name}-${DRAWN}`,
    deleting: false,
    controller: { name: pod.name, uid: pod.uid },
    isForExtendedResources: false,
    devices,
    allocation: null,
    reservedFor: [],
    conditionsOf: new Map(),
  }
}
