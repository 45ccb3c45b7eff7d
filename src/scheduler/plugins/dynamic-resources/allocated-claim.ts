import type { Cluster } from '../../../snapshot/cluster.ts'
import type { AllocatedDevice, Allocation } from '../../../snapshot/devices/allocation.ts'
import { deviceKey } from '../../../snapshot/devices/allocation.ts'
import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import { matchNodeSelector, type NodeMatch } from '../../../snapshot/nodes/node-match.ts'
import { describeNodeTerm, type ResourceClaimDetail } from '../../framework/detail.ts'

const NODE_OPERATIONS_FEATURE = 'DRAOptionalNodeOperations'

/** What a release looks at in claims that have their devices. */
export interface AllocatedClaimRules {
  /** Devices may have to be made ready before a pod is bound (DRADeviceBindingConditions). */
  readonly bindingConditions: boolean
  /** Devices may ask more of the node than it can do (DRAOptionalNodeOperations). */
  readonly nodeOperations: boolean
  /** DynamicResourcesArgs.bindingTimeout. */
  readonly bindingTimeoutMs: number
}

/** A claim that has its devices: where it can be used. */
export class AllocatedClaim {
  readonly claim: ResourceClaim
  private readonly cluster: Cluster
  /** Null: available on every node. */
  private readonly match: NodeMatch | null
  /** A device could not be made ready, or not in time. */
  private readonly hasFailed: boolean
  private readonly needsFeature: boolean

  constructor(
    cluster: Cluster,
    claim: ResourceClaim,
    { nodeSelector, devices, timestampMs }: Allocation,
    rules: AllocatedClaimRules,
  ) {
    this.cluster = cluster
    this.claim = claim
    this.match = nodeSelector === null ? null : matchNodeSelector(nodeSelector, cluster.nodes)
    this.needsFeature = rules.nodeOperations && devices.some((one) => one.skipsNodeOperations)
    const readiness = rules.bindingConditions ? readinessOf(claim, devices) : 'ready'
    const mayTimeOut = timestampMs !== null && devices.some((one) => one.bindingConditions !== null)
    this.hasFailed =
      readiness === 'failed' ||
      (readiness === 'waiting' &&
        mayTimeOut &&
        isOver(cluster, claim, timestampMs + rules.bindingTimeoutMs))
  }

  isAvailable(node: number): boolean {
    if (this.match?.[node] === 0 || this.hasFailed) return false
    return !this.needsFeature || this.hasFeature(node)
  }

  private hasFeature(node: number): boolean {
    return this.cluster.nodes.declaredFeatures[node].includes(NODE_OPERATIONS_FEATURE)
  }

  detail(node: number): ResourceClaimDetail {
    const { claim, match, hasFailed } = this
    const selector = claim.allocation?.nodeSelector ?? null
    return {
      kind: 'resourceClaim',
      resourceClaim: `${claim.namespace}/${claim.name}`,
      nodeSelector: match?.[node] === 0 ? (selector?.map(describeNodeTerm) ?? null) : null,
      bindingFailed: hasFailed,
      missingFeature: match?.[node] !== 0 && !hasFailed ? NODE_OPERATIONS_FEATURE : null,
    }
  }
}

/** The first device that is not ready decides (isClaimReadyForBinding). */
function readinessOf(
  { conditionsOf }: ResourceClaim,
  devices: readonly AllocatedDevice[],
): 'ready' | 'waiting' | 'failed' {
  for (const device of devices) {
    const { bindingConditions, failureConditions } = device
    if (bindingConditions === null || bindingConditions.length === 0) continue
    const held = conditionsOf.get(deviceKey(device))
    if (held === undefined) return 'waiting'
    if (failureConditions.some((condition) => held.has(condition))) return 'failed'
    if (!bindingConditions.every((condition) => held.has(condition))) return 'waiting'
  }
  return 'ready'
}

/** Whether a time has passed (isClaimTimeout). */
function isOver(cluster: Cluster, { namespace, name }: ResourceClaim, endMs: number): boolean {
  const { nowMs } = cluster.devices.asked
  if (nowMs !== null) return endMs < nowMs
  cluster.note({
    what: 'binding timeout',
    kind: 'ResourceClaim',
    object: `${namespace}/${name}`,
    affects: 'outcome',
    reason:
      'its devices are not ready yet, and the request does not say what time it is; they are judged as becoming ready in time',
  })
  return false
}
