import type { StrictFields } from '../config/strict-fields.ts'
import type { ExtensionPoint } from './extension-points.ts'
import type { Plugin } from './plugin.ts'
import type { PostFilterPlugin } from './post-filter-plugin.ts'

/**
 * Everything that the rest of the scheduler asks about one plugin, as a release has it; a release's
 * file lists its plugins. docs/adding-a-plugin.md walks through one.
 */
export interface PluginRegistration {
  /** Upstream's exact name. */
  readonly name: string
  /** What it does, in one line, for GET /v1/profiles. */
  readonly summary: string
  /** What this release's version of it does that another's does not, for GET /v1/profiles. */
  readonly notes?: readonly string[]
  /** Where in the cycle upstream's plugin may run. */
  readonly points: readonly ExtensionPoint[]
  /** Of its score in the default profile; absent: 1. */
  readonly weight?: number
  /** Its feature gate is off: configurations may name it, and it does nothing. */
  readonly isGated?: boolean
  readonly missingState?: MissingState
  /** Null: a decision shows nothing of it (queue order, binding). */
  readonly implementation: PluginImplementation | null
}

/**
 * What upstream's plugin says where a configuration leaves out the step whose state it reads; where
 * nothing is said here it computes the state again.
 */
export interface MissingState {
  /** Filter without PreFilter: the error on every node. */
  readonly filter?: string
  /** Score without PreScore: the error that ends the attempt. */
  readonly score?: string
  /** PreScore, or else Score, without PreFilter: the error that ends the attempt. */
  readonly scoreWithoutPreFilter?: string
  /** Without Filter there is nothing to score and nothing to take, since Filter finds it. */
  readonly findsInFilter?: boolean
}

/** A plugin of this cluster's scheduler: it may also have something to say after the filters. */
export type RunnablePlugin = Plugin & Partial<PostFilterPlugin>

/** What a plugin is made with besides its own arguments. */
export interface PluginSetting {
  /** Resources that only extenders judge. */
  readonly ignoredResources: readonly string[]
}

/** The plugin with its arguments; each profile has one of its own. */
export type MakePlugin = (setting: PluginSetting) => RunnablePlugin

export interface PluginImplementation {
  readonly withDefaults: MakePlugin
  /** Reads the arguments of a configuration; null: it has none, and takes any. */
  readonly read: ((fields: StrictFields) => MakePlugin) | null
  /** Upstream validates the arguments only where a profile runs the plugin. */
  readonly isReadWhereRun: boolean
}

/** A plugin that no argument changes. */
export function withoutArgs(plugin: RunnablePlugin): PluginImplementation {
  return { withDefaults: () => plugin, read: null, isReadWhereRun: false }
}

export interface PluginArgs<Args> {
  readonly defaults: Args
  readonly read: (fields: StrictFields) => Args
  readonly isReadWhereRun?: boolean
}

/** A plugin that is made from its arguments. */
export function withArgs<Args>(
  { defaults, read, isReadWhereRun = false }: PluginArgs<Args>,
  make: (args: Args, setting: PluginSetting) => RunnablePlugin,
): PluginImplementation {
  return {
    withDefaults: (setting) => make(defaults, setting),
    read: (fields) => {
      const args = read(fields)
      return (setting) => make(args, setting)
    },
    isReadWhereRun,
  }
}
