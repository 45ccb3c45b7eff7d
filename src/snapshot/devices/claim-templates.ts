import type { Defaulted } from '../defaulting.ts'
import { editMap } from '../edits/edited.ts'
import type { Fields } from '../json/fields.ts'
import type { Pod } from '../pods/pod.ts'
import { namespacedName, type ObjectEdit } from '../workloads/read-workload.ts'
import { withClaimDefaults } from './claim-defaults.ts'
import { type DeviceClaim, readDeviceClaim } from './device-request.ts'
import type { ResourceClaim } from './resource-claim.ts'

/** Stands for the letters that the API server draws. */
const DRAWN = 'xxxxx'

/** ResourceClaimTemplates, and the claims that their controller would make of them for pods. */
export class ClaimTemplates {
  private readonly templates: Map<string, DeviceClaim>
  private readonly made: Map<string, ResourceClaim>

  constructor(
    templates: Map<string, DeviceClaim> = new Map(),
    made: Map<string, ResourceClaim> = new Map(),
  ) {
    this.templates = templates
    this.made = made
  }

  add(template: Fields): void {
    const { namespace, name } = namespacedName(template)
    this.templates.set(keyOf(namespace, name), readTemplate(template))
  }

  /** The same templates, and what was made of them as it goes on. */
  fork(forkOf: (claim: ResourceClaim) => ResourceClaim): ClaimTemplates {
    const made = new Map([...this.made].map(([key, claim]) => [key, forkOf(claim)]))
    return new ClaimTemplates(this.templates, made)
  }

  /** The templates once some are as given, or gone; these here stay as they are. */
  edited(edits: readonly ObjectEdit[]): ClaimTemplates {
    const templates = new Map(this.templates)
    editMap(templates, edits, ({ namespace, name }) => keyOf(namespace, name), readTemplate)
    return new ClaimTemplates(templates, this.made)
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

function readTemplate(template: Fields): DeviceClaim {
  return withClaimDefaults(
    readDeviceClaim(template.object('spec')?.object('spec')?.object('devices')),
  )
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
