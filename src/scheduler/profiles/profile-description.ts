/** One plugin, predicate or priority of a profile; see schemas/decisions/profile-list.ts. */
export interface PluginDescription {
  readonly name: string
  /** Other names under which policies or articles know it. */
  readonly aliases?: readonly string[]
  /** It runs without a configuration. */
  readonly default: boolean
  /** Null: it gives no score. */
  readonly weight: number | null
  readonly points: readonly string[]
  readonly description: string
}

/** A profile as it is without a configuration. */
export interface ProfileDescription {
  readonly name: string
  readonly version: string
  /** Taken when a request names none. */
  readonly default: boolean
  /** The kind of configuration that it takes. */
  readonly config: string
  readonly differences: readonly string[]
  /** In the order in which they run; those that do not run by default come last. */
  readonly plugins: readonly PluginDescription[]
}
