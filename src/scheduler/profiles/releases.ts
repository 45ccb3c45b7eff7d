import type { Accounting } from '../../snapshot/resources/pod-resources.ts'
import type { ConfigRules } from '../config/config-rules.ts'
import type { CycleRules } from '../framework/cycle-rules.ts'
import type { DynamicResourcesRules } from '../plugins/dynamic-resources/dynamic-resources.ts'
import type { ImageVolumes } from '../plugins/image-locality.ts'
import type { BalanceFormula } from '../plugins/node-resources/node-resources-balanced-allocation.ts'

/** What distinguishes one release of the modern scheduler from another, as data. */
export interface Release {
  readonly name: 'kubernetes-1.35' | 'kubernetes-1.36' | 'kubernetes-1.37'
  readonly version: string
  readonly accounting: Accounting
  /** The first filters' order. */
  readonly nodeNameFirst: boolean
  readonly balancedAllocation: BalanceFormula
  readonly imageVolumes: ImageVolumes
  readonly nodeDeclaredFeatures: boolean
  /** Mount options of a pod's volumes are a feature that its node must declare. */
  readonly bindMountOptions: boolean
  readonly storageCapacityScoring: boolean
  readonly volumeLimitScaling: boolean
  /** In-tree volume plugins whose volumes count only where the CSINode lists them as migrated. */
  readonly migratedByCsiNode: readonly string[]
  readonly devices: DynamicResourcesRules
  /** InterPodAffinity's slip: an unrolled namespace selector stays in force (affinity-terms.ts). */
  readonly keepsNamespaceSelector: boolean
  readonly rules: CycleRules
  readonly config: ConfigRules
}

const MODERN = { modern: true, initContainersInUsage: true } as const

/** The cycle up to 1.36. */
const RULES: CycleRules = {
  precheck: null,
  errors: 'first',
  respectsNominations: true,
  triesNominatedNode: true,
  selection: 'heap',
  resumesAfterSurplus: false,
  victims: {
    eligibility: 'after-own-victims',
    startTimes: 'at-comparison',
    budgets: 'charge-all',
    isRelisted: true,
  },
  saysNoNewClaims: true,
  saysPreemption: 'failed',
}

export const RELEASES: readonly Release[] = [
  {
    name: 'kubernetes-1.35',
    version: 'v1.35.4',
    accounting: { ...MODERN, resize: 'per-container', podLevelResize: false },
    nodeNameFirst: false,
    balancedAllocation: 'balance',
    imageVolumes: 'ignored',
    nodeDeclaredFeatures: false,
    bindMountOptions: false,
    storageCapacityScoring: false,
    volumeLimitScaling: false,
    migratedByCsiNode: ['kubernetes.io/portworx-volume'],
    devices: {
      extendedResources: false,
      bindingConditions: false,
      nodeOperations: false,
      podWord: 'pod',
    },
    keepsNamespaceSelector: true,
    config: {
      emptyPreFilters: false,
      forbidsUnusedRatio: false,
      bindingTimeout: false,
      groupPluginSets: [],
      gatedPlugins: ['GangScheduling'],
    },
    rules: RULES,
  },
  {
    name: 'kubernetes-1.36',
    version: 'v1.36.3',
    accounting: { ...MODERN, resize: 'per-container', podLevelResize: true },
    nodeNameFirst: false,
    balancedAllocation: 'improvement',
    imageVolumes: 'summed',
    nodeDeclaredFeatures: true,
    bindMountOptions: false,
    storageCapacityScoring: false,
    volumeLimitScaling: false,
    migratedByCsiNode: [],
    devices: {
      extendedResources: true,
      bindingConditions: true,
      nodeOperations: false,
      podWord: 'Pod',
    },
    keepsNamespaceSelector: true,
    config: {
      emptyPreFilters: false,
      forbidsUnusedRatio: true,
      bindingTimeout: true,
      groupPluginSets: ['placementGenerate', 'placementScore'],
      gatedPlugins: ['GangScheduling', 'PodGroupPodsCount', 'TopologyPlacementGenerator'],
    },
    rules: RULES,
  },
  {
    name: 'kubernetes-1.37',
    version: 'v1.37.1',
    accounting: { ...MODERN, resize: 'whole-pod', podLevelResize: true },
    nodeNameFirst: true,
    balancedAllocation: 'improvement',
    imageVolumes: 'counted',
    nodeDeclaredFeatures: true,
    bindMountOptions: true,
    storageCapacityScoring: true,
    volumeLimitScaling: true,
    migratedByCsiNode: [],
    devices: {
      extendedResources: true,
      bindingConditions: true,
      nodeOperations: true,
      podWord: 'Pod',
    },
    keepsNamespaceSelector: false,
    config: {
      emptyPreFilters: true,
      forbidsUnusedRatio: true,
      bindingTimeout: true,
      groupPluginSets: ['placementGenerate', 'placementScore', 'podGroupPostFilter'],
      gatedPlugins: [
        'DeferredPodScheduling',
        'GangScheduling',
        'PodGroupPodsCount',
        'TopologyPlacementGenerator',
      ],
    },
    rules: {
      ...RULES,
      victims: { ...RULES.victims, startTimes: 'once', budgets: 'charge-to-first-violated' },
      saysNoNewClaims: false,
      saysPreemption: 'always',
    },
  },
]
