import type { EnabledPlugin } from './release.ts'

type Plugins = readonly EnabledPlugin[]

/** The list with one more plugin before the one of that name. */
export function enabledBefore(name: string, plugins: Plugins, added: EnabledPlugin): Plugins {
  return plugins.flatMap((plugin) => (plugin.name === name ? [added, plugin] : [plugin]))
}

/** The list with that plugin, as it is given, in its old place. */
export function replacing(plugins: Plugins, changed: EnabledPlugin): Plugins {
  return plugins.map((plugin) => (plugin.name === changed.name ? changed : plugin))
}

export function without(name: string, plugins: Plugins): Plugins {
  return plugins.filter((plugin) => plugin.name !== name)
}
