import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { Detail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import type { ClaimAllocationView, PlacedClaims } from '../../framework/placed-claims.ts'
import type { NodeFilter } from '../../framework/plugin.ts'
import type { PodDevices } from './pod-devices.ts'

const NO_VERDICT = -1
const FITS = 0

/** Keeps a pod where the devices are that its claims have or can get. */
export class DeviceFilter implements NodeFilter {
  readonly dependsOn = 'static'
  /** By node: how early the alternatives stand that were found; only of nodes that fit. */
  readonly scores: Float64Array
  private readonly prepare: (pod: Pod) => PodDevices | null
  /** Of the pod that followed last. */
  devices: PodDevices
  /** Nothing changes while a pod is decided, so each node is judged once. */
  private readonly known: Int32Array

  /** `prepare`: what another pod would have in the place of this one; null: it needs a filter of its own. */
  constructor(devices: PodDevices, nodeCount: number, prepare: (pod: Pod) => PodDevices | null) {
    this.devices = devices
    this.prepare = prepare
    this.scores = new Float64Array(nodeCount)
    this.known = new Int32Array(nodeCount).fill(NO_VERDICT)
  }

  followPod(pod: Pod): boolean {
    const devices = this.prepare(pod)
    if (devices === null || (devices.allocation === null) !== (this.devices.allocation === null)) {
      return false
    }
    this.devices = devices
    this.known.fill(NO_VERDICT)
    return true
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const { known, devices, scores } = this
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (known[node] === NO_VERDICT) known[node] = devices.judge(node, scores)
      if (known[node] !== FITS) verdict[node] = known[node]
    }
  }

  /** The claims that a node cannot serve, if nothing else was found against it before. */
  unavailableOn(node: number): ResourceClaim[] {
    return this.devices.unavailableOn(node, this.known[node]).map(({ claim }) => claim)
  }

  details(node: number): readonly Detail[] {
    return this.devices.details(node, this.known[node])
  }

  allocations(node: number): readonly ClaimAllocationView[] {
    return this.devices.allocations(node)
  }

  placedClaims(node: number): PlacedClaims {
    return this.devices.placedClaims(node)
  }
}
