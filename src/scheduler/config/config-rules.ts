import type { ValueStyle } from '../../snapshot/json/field-error.ts'

/** Where releases differ in the configurations that they accept, as data. */
export interface ConfigRules {
  /** Of values of several parts, in messages. */
  readonly valueStyle: ValueStyle
  /** Plugin sets that concern only the scheduling of whole groups of pods. */
  readonly groupPluginSets: readonly string[]
  /** In-tree plugins of groups of pods, whose feature gates are off by default. */
  readonly gatedPlugins: readonly string[]
  readonly texts: ConfigTexts
}

/** What validation says where releases word it differently. */
export interface ConfigTexts {
  readonly fallingUtilization: string
  /** Profiles differ in their queue sort plugins. */
  readonly queueSortPlugins: string
  /** The lease ends before it would be renewed. */
  readonly shortLease: string
}
