import type { ValueStyle } from '../../../snapshot/json/field-error.ts'
import type { Accounting } from '../../../snapshot/resources/pod-resources.ts'
import type { ConfigRules } from '../../config/config-rules.ts'
import type { CycleRules } from '../../framework/cycle-rules.ts'
import type { DynamicResourcesRules } from '../../plugins/dynamic-resources/dynamic-resources.ts'
import type { ImageVolumes } from '../../plugins/image-locality.ts'
import type { BalanceRules } from '../../plugins/node-resources/node-resources-balanced-allocation.ts'
import type { SpreadCounters } from '../../plugins/pod-topology-spread/spread-constraints.ts'
import type { TaintReason } from '../../plugins/taint-toleration.ts'
import type { VolumeBindingRules } from '../../plugins/volume-binding/volume-binding.ts'

/** A plugin of an ordered list; weight 0 stands for the default, 1. */
export interface EnabledPlugin {
  readonly name: string
  readonly weight: number
}

/**
 * What distinguishes one release of the modern scheduler from another, as data. Each release's file
 * says only what is new against the release before it.
 */
export interface Release {
  readonly name: `kubernetes-1.${number}`
  readonly version: string
  /** The default profile's multiPoint list, in order (apis/config/v1/default_plugins.go). */
  readonly defaultPlugins: readonly EnabledPlugin[]
  /** In-tree plugins that do something only where a configuration names them. */
  readonly otherPlugins: readonly string[]
  /** Of values of several parts, in messages about malformed objects and configurations. */
  readonly valueStyle: ValueStyle
  readonly accounting: Accounting
  readonly taintReason: TaintReason
  /** A node too small for the request, however empty, is not worth a preemption. */
  readonly judgesNodeSize: boolean
  readonly balancedAllocation: BalanceRules
  readonly imageVolumes: ImageVolumes
  readonly spreadCounters: SpreadCounters
  /** Mount options of a pod's volumes are a feature that its node must declare. */
  readonly bindMountOptions: boolean
  /** VolumeRestrictions' reason for a claim that another pod has for itself. */
  readonly exclusiveClaimReason: string
  readonly volumeBinding: VolumeBindingRules
  readonly volumeLimitScaling: boolean
  /** In-tree volume plugins whose volumes count only where the CSINode lists them as migrated. */
  readonly migratedByCsiNode: readonly string[]
  readonly devices: DynamicResourcesRules
  /** InterPodAffinity's slip: an unrolled namespace selector stays in force (affinity-terms.ts). */
  readonly keepsNamespaceSelector: boolean
  readonly rules: CycleRules
  readonly config: ConfigRules
}
