/** Where releases differ in the configurations that they accept, as data; see releases.ts. */
export interface ConfigRules {
  /** NodeName, NodeUnschedulable and TaintToleration have a PreFilter, which lets every waiting pod pass. */
  readonly emptyPreFilters: boolean
  /** NodeResourcesFitArgs: parameters of RequestedToCapacityRatio are refused with another type. */
  readonly forbidsUnusedRatio: boolean
  /** DynamicResourcesArgs' bindingTimeout: no such field, refused since its gate is off, or taken. */
  readonly bindingTimeout: 'unknown' | 'gated' | 'known'
  /** Plugin sets that concern only the scheduling of whole groups of pods. */
  readonly groupPluginSets: readonly string[]
  /** In-tree plugins that do nothing, since their feature gate is off by default. */
  readonly gatedPlugins: readonly string[]
  /** Plugins whose arguments have no type yet, so that any are taken. */
  readonly withoutArgs: readonly string[]
  readonly texts: ConfigTexts
}

/** What validation says where releases word it differently. */
export interface ConfigTexts {
  readonly fallingUtilization: string
  /** Profiles differ in their queue sort plugins. */
  readonly queueSortPlugins: string
  /** The lease ends before it would be renewed. */
  readonly shortLease: string
  /** The feature gate without which VolumeBinding takes no shape. */
  readonly storageScoringGate: string
}
