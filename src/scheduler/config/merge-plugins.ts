import type { JsonPath } from '../../snapshot/json/json-path.ts'
import { defaultPlugins } from '../profiles/default-profile.ts'
import type { Release } from '../profiles/releases/release.ts'
import type { NamedPlugin, PluginSet } from './plugin-sets.ts'

/**
 * The default multiPoint list under a configured one (apis/config/v1 mergePluginSet): what is disabled
 * goes, what is configured again keeps its place, everything else comes after.
 */
export function mergeWithDefaults(release: Release, custom: PluginSet, path: JsonPath): PluginSet {
  const disabled = new Set(custom.disabled)
  // Of a plugin named twice the last takes the default's place; the first remains, and is refused later.
  const lastNamed = new Map(custom.enabled.map((plugin) => [plugin.name, plugin]))
  const replacing = new Set<NamedPlugin>()
  const enabled: NamedPlugin[] = []
  for (const plugin of disabled.has('*') ? [] : defaultPlugins(release)) {
    if (disabled.has(plugin.name)) continue
    const custom = lastNamed.get(plugin.name)
    if (custom !== undefined) replacing.add(custom)
    enabled.push(custom ?? { ...plugin, path })
  }
  return {
    enabled: [...enabled, ...custom.enabled.filter((plugin) => !replacing.has(plugin))],
    disabled: custom.disabled,
  }
}
