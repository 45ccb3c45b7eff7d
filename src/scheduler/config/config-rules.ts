/** Where releases differ in the configurations that they accept, as data; see releases.ts. */
export interface ConfigRules {
  /** NodeName, NodeUnschedulable and TaintToleration have a PreFilter, which lets every waiting pod pass. */
  readonly emptyPreFilters: boolean
  /** NodeResourcesFitArgs: parameters of RequestedToCapacityRatio are refused with another type. */
  readonly forbidsUnusedRatio: boolean
  /** DynamicResourcesArgs may set a bindingTimeout. */
  readonly bindingTimeout: boolean
  /** Plugin sets that concern only the scheduling of whole groups of pods. */
  readonly groupPluginSets: readonly string[]
  /** In-tree plugins that do nothing, since their feature gate is off by default. */
  readonly gatedPlugins: readonly string[]
}
