import type { PluginRegistration } from '../../framework/plugin-registration.ts'

type Plugins = readonly PluginRegistration[]

/** The list with one more plugin before the one of that name. */
export function withBefore(plugins: Plugins, name: string, added: PluginRegistration): Plugins {
  return plugins.flatMap((plugin) => (plugin.name === name ? [added, plugin] : [plugin]))
}

/** The list with these plugins, each in the place of the one with its name. */
export function replacing(plugins: Plugins, ...changed: Plugins): Plugins {
  const byName = new Map(changed.map((plugin) => [plugin.name, plugin]))
  return plugins.map((plugin) => byName.get(plugin.name) ?? plugin)
}

export function without(plugins: Plugins, name: string): Plugins {
  return plugins.filter((plugin) => plugin.name !== name)
}
