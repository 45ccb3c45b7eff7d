import type { Cluster } from '../../../snapshot/cluster.ts'
import type { AllocatedDevice, ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import { matchNodeSelector, type NodeMatch } from '../../../snapshot/nodes/node-match.ts'
import { type Detail, describeNodeTerm } from '../../framework/detail.ts'
import type { NodeFilter, NodeList } from '../../framework/plugin.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'

const REASON = 'resourceclaim not available on the node'
const NODE_OPERATIONS_FEATURE = 'DRAOptionalNodeOperations'

/** What a release looks at in claims that have their devices. */
export interface ClaimRules {
  /** Devices may have to be made ready before a pod is bound (DRADeviceBindingConditions). */
  readonly bindingConditions: boolean
  /** Devices may ask more of the node than it can do (DRAOptionalNodeOperations). */
  readonly nodeOperations: boolean
}

/** Keeps a pod where the devices are that were given to its claims. */
export class ClaimFilter implements NodeFilter {
  readonly dependsOn = 'static'
  private readonly cluster: Cluster
  private readonly claims: readonly AllocatedClaim[]
  private readonly rejection: number

  constructor(
    cluster: Cluster,
    claims: readonly ResourceClaim[],
    rules: ClaimRules,
    statuses: PluginStatuses,
  ) {
    this.cluster = cluster
    this.claims = claims.flatMap((claim) => allocatedClaim(cluster, claim, rules))
    this.rejection = statuses.id('UnschedulableAndUnresolvable', REASON)
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    for (const claim of this.claims) {
      for (let index = 0; index < nodes.length; index++) {
        const node = nodes.at[index]
        if (!this.isAvailable(claim, node)) verdict[node] = this.rejection
      }
    }
  }

  /** The claims that a node cannot serve. */
  unavailableOn(node: number): ResourceClaim[] {
    return this.claims.filter((one) => !this.isAvailable(one, node)).map(({ claim }) => claim)
  }

  private isAvailable({ match, failed, needsFeature }: AllocatedClaim, node: number): boolean {
    return match?.[node] !== 0 && !failed && !(needsFeature && this.lacksFeature(node))
  }

  private lacksFeature(node: number): boolean {
    return !this.cluster.nodes.declaredFeatures[node].includes(NODE_OPERATIONS_FEATURE)
  }

  details(node: number): Detail[] {
    return this.claims
      .filter((one) => !this.isAvailable(one, node))
      .map(({ claim, match, failed }) => ({
        kind: 'resourceClaim',
        resourceClaim: `${claim.namespace}/${claim.name}`,
        nodeSelector:
          match?.[node] === 0
            ? (claim.allocation?.nodeSelector?.map(describeNodeTerm) ?? null)
            : null,
        bindingFailed: failed,
        missingFeature: match?.[node] !== 0 && !failed ? NODE_OPERATIONS_FEATURE : null,
      }))
  }
}

interface AllocatedClaim {
  readonly claim: ResourceClaim
  /** Null: available on every node. */
  readonly match: NodeMatch | null
  /** A device could not be made ready. */
  readonly failed: boolean
  readonly needsFeature: boolean
}

function allocatedClaim(
  cluster: Cluster,
  claim: ResourceClaim,
  rules: ClaimRules,
): AllocatedClaim[] {
  const { allocation } = claim
  if (allocation === null) return []
  const { nodeSelector, devices } = allocation
  const readiness = rules.bindingConditions ? readinessOf(claim, devices) : 'ready'
  if (readiness === 'waiting') noteTimeout(cluster, claim)
  return [
    {
      claim,
      match: nodeSelector === null ? null : matchNodeSelector(nodeSelector, cluster.nodes),
      failed: readiness === 'failed',
      needsFeature: rules.nodeOperations && devices.some((one) => one.skipsNodeOperations),
    },
  ]
}

/** The first device that is not ready decides (isClaimReadyForBinding). */
function readinessOf(
  { conditionsOf }: ResourceClaim,
  devices: readonly AllocatedDevice[],
): 'ready' | 'waiting' | 'failed' {
  for (const { key, bindingConditions, failureConditions } of devices) {
    if (bindingConditions.length === 0) continue
    const held = conditionsOf.get(key)
    if (held === undefined) return 'waiting'
    if (failureConditions.some((condition) => held.has(condition))) return 'failed'
    if (!bindingConditions.every((condition) => held.has(condition))) return 'waiting'
  }
  return 'ready'
}

function noteTimeout(cluster: Cluster, { namespace, name }: ResourceClaim): void {
  cluster.note({
    what: 'binding timeout',
    kind: 'ResourceClaim',
    object: `${namespace}/${name}`,
    reason: 'its devices are not ready yet; they are judged as becoming ready in time',
  })
}
