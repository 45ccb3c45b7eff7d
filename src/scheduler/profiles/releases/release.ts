import type { Accounting } from '../../../snapshot/resources/pod-resources.ts'
import type { ConfigRules } from '../../config/config-rules.ts'
import type { CycleRules } from '../../framework/cycle-rules.ts'
import type { PluginRegistration } from '../../framework/plugin-registration.ts'

/**
 * What distinguishes one release of the modern scheduler from another, as data. Each release's file
 * says only what is new against the release before it.
 */
export interface Release {
  readonly name: `kubernetes-1.${number}`
  readonly version: string
  /** The default profile's multiPoint list, in order (apis/config/v1/default_plugins.go). */
  readonly plugins: readonly PluginRegistration[]
  /** In-tree too, and run only where a configuration names them. */
  readonly otherPlugins: readonly PluginRegistration[]
  readonly accounting: Accounting
  readonly rules: CycleRules
  readonly config: ConfigRules
}

/** The plugin of that name, if the release has it. */
export function pluginOf(release: Release, name: string): PluginRegistration | undefined {
  const isNamed = (plugin: PluginRegistration) => plugin.name === name
  return release.plugins.find(isNamed) ?? release.otherPlugins.find(isNamed)
}
