import type { Accounting } from '../snapshot/pod-resources.ts'
import type { VictimRules } from './victims.ts'

/** What distinguishes one release of the modern scheduler from another, as data. */
export interface Release {
  readonly name: 'kubernetes-1.35' | 'kubernetes-1.36' | 'kubernetes-1.37'
  readonly version: string
  readonly accounting: Accounting
  /** The first filters' order. */
  readonly nodeNameFirst: boolean
  /** NodeResourcesBalancedAllocation: of the node with the pod, or the change that the pod makes. */
  readonly balancedAllocation: 'balance' | 'improvement'
  /** ImageLocality: image volumes are not seen, add to the sum, or add to sum and threshold. */
  readonly imageVolumes: 'ignored' | 'summed' | 'counted'
  readonly nodeDeclaredFeatures: boolean
  readonly storageCapacityScoring: boolean
  readonly volumeLimitScaling: boolean
  /** Extended resources may be served by dynamic resource allocation. */
  readonly extendedResourceClaims: boolean
  /** InterPodAffinity's slip: an unrolled namespace selector stays in force (affinity-terms.ts). */
  readonly keepsNamespaceSelector: boolean
  /** DynamicResources adds its own sentence to the message of a pod that fits nowhere. */
  readonly saysNoNewClaims: boolean
  readonly victims: VictimRules
  /** A preemption that was found is told in the message. */
  readonly saysPlacement: boolean
}

const MODERN = { modern: true, initContainersInUsage: true } as const

export const RELEASES: readonly Release[] = [
  {
    name: 'kubernetes-1.35',
    version: 'v1.35.4',
    accounting: { ...MODERN, resize: 'per-container', podLevelResize: false },
    nodeNameFirst: false,
    balancedAllocation: 'balance',
    imageVolumes: 'ignored',
    nodeDeclaredFeatures: false,
    storageCapacityScoring: false,
    volumeLimitScaling: false,
    extendedResourceClaims: false,
    keepsNamespaceSelector: true,
    saysNoNewClaims: true,
    victims: { startTimes: 'at-comparison', budgets: 'all' },
    saysPlacement: false,
  },
  {
    name: 'kubernetes-1.36',
    version: 'v1.36.3',
    accounting: { ...MODERN, resize: 'per-container', podLevelResize: true },
    nodeNameFirst: false,
    balancedAllocation: 'improvement',
    imageVolumes: 'summed',
    nodeDeclaredFeatures: true,
    storageCapacityScoring: false,
    volumeLimitScaling: false,
    extendedResourceClaims: true,
    keepsNamespaceSelector: true,
    saysNoNewClaims: true,
    victims: { startTimes: 'at-comparison', budgets: 'all' },
    saysPlacement: false,
  },
  {
    name: 'kubernetes-1.37',
    version: 'v1.37.1',
    accounting: { ...MODERN, resize: 'whole-pod', podLevelResize: true },
    nodeNameFirst: true,
    balancedAllocation: 'improvement',
    imageVolumes: 'counted',
    nodeDeclaredFeatures: true,
    storageCapacityScoring: true,
    volumeLimitScaling: true,
    extendedResourceClaims: true,
    keepsNamespaceSelector: false,
    saysNoNewClaims: false,
    victims: { startTimes: 'once', budgets: 'first-violated' },
    saysPlacement: true,
  },
]
