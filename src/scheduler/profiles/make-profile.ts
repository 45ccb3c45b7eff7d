import type { Extender } from '../framework/extender.ts'
import type { ExtensionPoint } from '../framework/extension-points.ts'
import type { MakePlugin, PluginSetting, RunnablePlugin } from '../framework/plugin-registration.ts'
import type { PostFilterPlugin } from '../framework/post-filter-plugin.ts'
import type { Profile } from '../framework/profile.ts'
import {
  EnabledParts,
  filterAlone,
  reserveFailure,
  scoreAlone,
} from './partially-enabled-plugin.ts'
import type { PluginLists } from './plugin-lists.ts'
import { pluginOf, type Release } from './releases/release.ts'

export interface ProfileParts {
  readonly schedulerName: string
  readonly release: Release
  readonly lists: PluginLists
  /** By plugin: with the arguments of a configuration; the others have their defaults. */
  readonly configured: ReadonlyMap<string, MakePlugin>
  readonly setting: PluginSetting
  readonly extenders: readonly Extender[]
  readonly percentageOfNodesToScore: number
}

/** A plugin of the profile, and what of it runs. */
interface MadePlugin {
  readonly plugin: RunnablePlugin
  readonly parts: EnabledParts
}

/** Makes the plugins that the lists name; each is one object at all its extension points. */
export function makeProfile(profile: ProfileParts): Profile {
  const { release, lists, schedulerName, percentageOfNodesToScore, extenders } = profile
  const made = new Map<string, MadePlugin | null>()
  const madeOf = (name: string): MadePlugin | null => {
    const known = made.get(name)
    if (known !== undefined) return known
    const plugin = makePlugin(profile, name)
    made.set(name, plugin)
    return plugin
  }
  const at = (point: ExtensionPoint) => lists[point].flatMap(({ name }) => madeOf(name) ?? [])
  const pluginsAt = (point: ExtensionPoint) => at(point).map(({ plugin }) => plugin)
  const reserving = at('reserve').filter(({ plugin }) => plugin.reserve !== undefined)
  return {
    schedulerName,
    percentageOfNodesToScore,
    rules: release.rules,
    preEnqueue: pluginsAt('preEnqueue'),
    preFilter: pluginsAt('preFilter'),
    filter: at('filter').map(({ plugin, parts }) => filterAlone(plugin, parts)),
    score: lists.score.flatMap(({ name, weight }) => {
      const one = madeOf(name)
      if (one === null) return []
      return [{ plugin: scoreAlone(one.plugin, one.parts), weight: weight === 0 ? 1 : weight }]
    }),
    reserve: reserving.flatMap(({ plugin, parts }) => (parts.findsNothing ? [] : [plugin])),
    ...reserveFailure(reserving),
    postFilter: pluginsAt('postFilter').filter(isPostFilter),
    extenders,
  }
}

function makePlugin({ release, lists, configured, setting }: ProfileParts, name: string) {
  const registration = pluginOf(release, name)
  const make = configured.get(name) ?? registration?.implementation?.withDefaults
  if (registration === undefined || make === undefined) return null
  const isEnabled = (point: ExtensionPoint) => lists[point].some((one) => one.name === name)
  return { plugin: make(setting), parts: new EnabledParts(registration, isEnabled) }
}

function isPostFilter(plugin: RunnablePlugin): plugin is RunnablePlugin & PostFilterPlugin {
  return plugin.postFilter !== undefined
}
