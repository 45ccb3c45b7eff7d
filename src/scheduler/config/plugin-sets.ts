import type { JsonPath } from '../../snapshot/json/json-path.ts'
import { type AtEveryPoint, atEveryPoint } from '../framework/extension-points.ts'
import type { EnabledPlugin } from '../profiles/plugin-lists.ts'
import type { StrictFields } from './strict-fields.ts'

/** A plugin that a configuration enables, and where it says so. */
export interface NamedPlugin extends EnabledPlugin {
  readonly path: JsonPath
}

/** PluginSet: what is enabled and disabled at an extension point, or at all of them. */
export interface PluginSet {
  readonly enabled: readonly NamedPlugin[]
  /** Names, `*` for all. */
  readonly disabled: readonly string[]
}

/** Plugins of one profile, as its configuration names them. */
export interface PluginSets {
  readonly path: JsonPath
  readonly multiPoint: PluginSet
  readonly at: AtEveryPoint<PluginSet>
  /** Sets that concern only the scheduling of whole groups of pods. */
  readonly ofGroups: readonly GroupPluginSet[]
}

export interface GroupPluginSet {
  readonly name: string
  readonly path: JsonPath
  readonly enabled: readonly string[]
  /** False: a newer release's, which this one would refuse. */
  readonly isKnown: boolean
}

const NO_PLUGINS: PluginSet = { enabled: [], disabled: [] }
const GROUP_SETS = [
  'placementGenerate',
  'placementScore',
  'placementFeasible',
  'podGroupPostFilter',
]

/** Reads `plugins` of a profile. */
export function readPluginSets(profile: StrictFields): PluginSets {
  const path = profile.path.at('plugins')
  const fields = profile.object('plugins')
  const read = (key: string) => readPluginSet(fields?.object(key))
  const multiPoint = read('multiPoint')
  const at = atEveryPoint(read)
  const known = profile.context.rules.groupPluginSets
  const ofGroups = GROUP_SETS.filter((name) => fields?.has(name)).map((name) => {
    const isKnown = known.includes(name)
    const { enabled } = isKnown ? read(name) : NO_PLUGINS
    return { name, path: path.at(name), enabled: enabled.map((one) => one.name), isKnown }
  })
  fields?.end()
  return { path, multiPoint, at, ofGroups }
}

function readPluginSet(fields: StrictFields | undefined): PluginSet {
  if (fields === undefined) return NO_PLUGINS
  const enabled = fields.objects('enabled').map(readPlugin)
  const disabled = fields.objects('disabled').map((plugin) => readPlugin(plugin).name)
  fields.end()
  return { enabled, disabled }
}

function readPlugin(fields: StrictFields): NamedPlugin {
  const name = fields.string('name') ?? ''
  const weight = fields.int32('weight') ?? 0
  fields.end()
  return { name, weight, path: fields.path }
}
