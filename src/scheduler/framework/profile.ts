import type { CycleRules } from './cycle-rules.ts'
import type { Extender } from './extender.ts'
import type { Plugin } from './plugin.ts'
import type { PostFilterPlugin } from './post-filter-plugin.ts'

export interface WeightedPlugin {
  readonly plugin: Plugin
  readonly weight: number
}

/** A scheduler's configuration as data: which plugins run where, in which order, with which weight. */
export interface Profile {
  readonly schedulerName: string
  readonly rules: CycleRules
  readonly preEnqueue: readonly Plugin[]
  readonly preFilter: readonly Plugin[]
  readonly filter: readonly Plugin[]
  readonly score: readonly WeightedPlugin[]
  readonly reserve: readonly Plugin[]
  /** Why no pod can be reserved anything, when the configuration leaves a plugin without its state. */
  readonly reserveFailure?: string
  readonly postFilter: readonly PostFilterPlugin[]
  /** In the order of the configuration. */
  readonly extenders: readonly Extender[]
  /** 1 to 100; 0: adaptive to the number of nodes. */
  readonly percentageOfNodesToScore: number
}

/** The profiles of one scheduler, by the name that pods ask for. */
export type ProfileSet = ReadonlyMap<string, Profile>
