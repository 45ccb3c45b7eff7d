import { DEFAULT_SCHEDULER_NAME } from '../../snapshot/api-defaults.ts'
import { type AtEveryPoint, atEveryPoint } from '../framework/extension-points.ts'
import type { Plugin } from '../framework/plugin.ts'
import type { PostFilterName, Profile } from '../framework/profile.ts'
import {
  findsNothing,
  reserveFailure,
  scoreAlone,
  withoutPreFilter,
} from './partially-enabled-plugin.ts'
import { DEFAULT_ARGS, type PluginArgs } from './plugin-args.ts'
import { type ExtensionPoint, extensionPoints, REGISTRY } from './registry.ts'
import type { EnabledPlugin, Release } from './releases/release.ts'

/** Which plugins run at each extension point, in order. */
export type PluginLists = AtEveryPoint<readonly EnabledPlugin[]>

const ALL_NODES = 100

/** The release's default profile: all nodes are searched. */
export function defaultProfile(release: Release): Profile {
  return makeProfile({
    schedulerName: DEFAULT_SCHEDULER_NAME,
    release,
    lists: expand(release, release.defaultPlugins),
    args: DEFAULT_ARGS,
    percentageOfNodesToScore: ALL_NODES,
  })
}

/** Every plugin of a multiPoint list at every extension point that it has. */
export function expand(release: Release, multiPoint: readonly EnabledPlugin[]): PluginLists {
  return atEveryPoint((point) =>
    multiPoint.filter(({ name }) => extensionPoints(release, name)?.includes(point)),
  )
}

export interface ProfileParts {
  readonly schedulerName: string
  readonly release: Release
  readonly lists: PluginLists
  readonly args: PluginArgs
  readonly percentageOfNodesToScore: number
}

/** Makes the plugins that the lists name; each is one object at all its extension points. */
export function makeProfile({ release, lists, args, ...rest }: ProfileParts): Profile {
  const made = new Map<string, Plugin | null>()
  const pluginNamed = (name: string): Plugin | null => {
    const known = made.get(name)
    if (known !== undefined) return known
    const plugin = REGISTRY.get(name)?.make?.(args, release) ?? null
    made.set(name, plugin)
    return plugin
  }
  const pluginsOf = (list: readonly EnabledPlugin[]) =>
    list.flatMap(({ name }) => pluginNamed(name) ?? [])
  const hasPoint = (plugin: Plugin, point: ExtensionPoint) =>
    extensionPoints(release, plugin.name)?.includes(point) === true
  const runsAt = (plugin: Plugin, point: ExtensionPoint) =>
    lists[point].some(({ name }) => name === plugin.name)
  return {
    ...rest,
    rules: release.rules,
    preEnqueue: pluginsOf(lists.preEnqueue),
    preFilter: pluginsOf(lists.preFilter),
    filter: pluginsOf(lists.filter).map((plugin) =>
      hasPoint(plugin, 'preFilter') && !runsAt(plugin, 'preFilter')
        ? withoutPreFilter(plugin)
        : plugin,
    ),
    score: lists.score.flatMap(({ name, weight }) => {
      const made = pluginNamed(name)
      if (made === null) return []
      const plugin = scoreAlone(made, release, (at) => !hasPoint(made, at) || runsAt(made, at))
      return [{ plugin, weight: weight === 0 ? 1 : weight }]
    }),
    reserve: pluginsOf(lists.reserve).filter(
      (plugin) => !findsNothing(plugin.name, (at) => runsAt(plugin, at)),
    ),
    ...reserveFailure(pluginsOf(lists.reserve), (plugin) => runsAt(plugin, 'preFilter')),
    postFilter: lists.postFilter.map(({ name }) => name).filter(isPostFilter),
    preemption: args.defaultPreemption,
  }
}

function isPostFilter(name: string): name is PostFilterName {
  return name === 'DynamicResources' || name === 'DefaultPreemption'
}
