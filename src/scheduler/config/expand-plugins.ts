import type { JsonPath } from '../../snapshot/json/json-path.ts'
import {
  type AtEveryPoint,
  atEveryPoint,
  type ExtensionPoint,
} from '../framework/extension-points.ts'
import { pluginOf, type Release } from '../profiles/releases/release.ts'
import type { NamedPlugin, PluginSet, PluginSets } from './plugin-sets.ts'

/** What the framework refuses when it starts, and where the configuration says it. */
export interface StartFault {
  readonly path: JsonPath
  readonly message: string
}

export interface ExpandedPlugins {
  readonly lists: AtEveryPoint<readonly NamedPlugin[]>
  readonly faults: readonly StartFault[]
}

/** Go's names of the extension points' interfaces, as upstream's messages have them. */
function interfaceName(point: ExtensionPoint): string {
  return `${point.charAt(0).toUpperCase()}${point.slice(1)}Plugin`
}

/**
 * The plugins of every extension point in the framework's order (framework.go expandMultiPointPlugins):
 * those of multiPoint that the point names itself, in the point's order; the rest of multiPoint; the
 * rest of the point. Plugins that are not in-tree stay in the lists where they are named.
 */
export function expandPlugins(
  release: Release,
  sets: PluginSets,
  multiPoint: PluginSet,
): ExpandedPlugins {
  const faults: StartFault[] = []
  const lists = atEveryPoint((point) => {
    const own = sets.at[point]
    for (const fault of ownFaults(release, point, own.enabled)) faults.push(fault)
    if (own.disabled.includes('*')) return own.enabled
    const shared = sharedPlugins(release, point, own, multiPoint)
    const twice = firstTwice(shared)
    if (twice !== null && !faults.some(({ path }) => path === twice.path)) {
      faults.push({ path: twice.path, message: registeredTwice(twice.name, point) })
    }
    return ordered(own.enabled, shared)
  })
  return { lists, faults }
}

/** What multiPoint brings to one extension point. */
function sharedPlugins(
  release: Release,
  point: ExtensionPoint,
  own: PluginSet,
  multiPoint: PluginSet,
): readonly NamedPlugin[] {
  return multiPoint.enabled.filter(
    ({ name }) => pluginOf(release, name)?.points.includes(point) && !own.disabled.includes(name),
  )
}

function ordered(
  own: readonly NamedPlugin[],
  shared: readonly NamedPlugin[],
): readonly NamedPlugin[] {
  const namedByOwn = new Set(own.map(({ name }) => name))
  const namedByShared = new Set(shared.map(({ name }) => name))
  return [
    ...own.filter(({ name }) => namedByShared.has(name)),
    ...shared.filter(({ name }) => !namedByOwn.has(name)),
    ...own.filter(({ name }) => !namedByShared.has(name)),
  ]
}

function ownFaults(
  release: Release,
  point: ExtensionPoint,
  enabled: readonly NamedPlugin[],
): StartFault[] {
  const faults = enabled.flatMap(({ name, path }) => {
    const points = pluginOf(release, name)?.points
    if (points === undefined || points.includes(point)) return []
    return [{ path, message: `plugin "${name}" does not extend ${interfaceName(point)} plugin` }]
  })
  const twice = firstTwice(enabled)
  if (twice !== null) {
    faults.push({ path: twice.path, message: registeredTwice(twice.name, point) })
  }
  return faults
}

function firstTwice(plugins: readonly NamedPlugin[]): NamedPlugin | null {
  const seen = new Set<string>()
  for (const plugin of plugins) {
    if (seen.has(plugin.name)) return plugin
    seen.add(plugin.name)
  }
  return null
}

function registeredTwice(name: string, point: ExtensionPoint): string {
  return `plugin "${name}" already registered as "${interfaceName(point)}"`
}
