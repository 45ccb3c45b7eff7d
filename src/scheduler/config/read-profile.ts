import { DEFAULT_SCHEDULER_NAME } from '../../snapshot/api-defaults.ts'
import { invalidValue, requiredValue } from '../../snapshot/json/field-error.ts'
import type { JsonPath } from '../../snapshot/json/json-path.ts'
import type { MakePlugin } from '../framework/plugin-registration.ts'
import type { PluginLists } from '../profiles/plugin-lists.ts'
import { pluginOf, type Release } from '../profiles/releases/release.ts'
import { expandPlugins, type StartFault } from './expand-plugins.ts'
import { mergeWithDefaults } from './merge-plugins.ts'
import { type NamedPlugin, type PluginSets, readPluginSets } from './plugin-sets.ts'
import { type PluginConfigEntry, readPluginConfig } from './read-plugin-config.ts'
import { isRemovedPlugin, refuseRemovedPlugin } from './removed-plugins.ts'
import { scoreWeights } from './score-weights.ts'
import type { StrictFields } from './strict-fields.ts'

/** A profile as a configuration describes it: defaults merged in, every extension point's list made. */
export interface ConfiguredProfile {
  readonly path: JsonPath
  readonly schedulerName: string
  readonly percentageOfNodesToScore: number | undefined
  readonly sets: PluginSets
  readonly pluginConfig: readonly PluginConfigEntry[]
  readonly lists: PluginLists
  readonly configured: ReadonlyMap<string, MakePlugin>
  /** Plugins named anywhere whose feature gate is off. */
  readonly gated: readonly string[]
  /** Plugins named anywhere that are not in-tree, in order of name. */
  readonly foreign: readonly string[]
  /** What upstream refuses only when it starts. */
  readonly faults: readonly StartFault[]
}

/** Reads one of `profiles`; the only one may go without a name. */
export function readProfile(
  fields: StrictFields,
  release: Release,
  isOnly: boolean,
): ConfiguredProfile {
  const { path } = fields
  const schedulerName = fields.string('schedulerName') ?? (isOnly ? DEFAULT_SCHEDULER_NAME : '')
  if (schedulerName === '') fields.addIssue(path.at('schedulerName'), requiredValue())
  const percentageOfNodesToScore = readPercentage(fields)
  const sets = readPluginSets(fields)
  const multiPoint = mergeWithDefaults(release, sets.multiPoint, sets.path)
  const named = [...Object.values(sets.at), multiPoint].flatMap(({ enabled }) => enabled)
  for (const { enabled } of Object.values(sets.at)) {
    for (const { name, path } of enabled) refuseRemovedPlugin(fields, path, name)
  }
  const names = new Set(named.map(({ name }) => name))
  const { entries, configured } = readPluginConfig(fields, release, names)
  fields.end()
  const isForeign = ({ name }: NamedPlugin) => pluginOf(release, name) === undefined
  const { lists, faults } = expandPlugins(release, sets, multiPoint)
  const weights = scoreWeights({
    scores: (name, point) => pluginOf(release, name)?.points.includes(point) === true,
    plugins: [...sets.at.score.enabled, ...multiPoint.enabled],
  })
  const weighted = lists.score.map(({ name }) => ({ name, weight: weights?.get(name) ?? 1 }))
  return {
    path,
    schedulerName,
    percentageOfNodesToScore,
    sets,
    pluginConfig: entries,
    lists: { ...lists, score: weighted },
    configured,
    gated: [...names].filter((name) => pluginOf(release, name)?.isGated === true),
    foreign: [...new Set(named.filter(isForeign).map(({ name }) => name))].sort(),
    faults: [
      ...faults,
      ...multiPoint.enabled.filter(({ name }) => isRemovedPlugin(name)).map(doesNotExist),
      ...missingParts(sets, schedulerName, lists, multiPoint.enabled.some(isForeign)),
      ...(weights === null ? [{ path: sets.path.at('score'), message: OVERFLOW }] : []),
    ],
  }
}

/** `percentageOfNodesToScore` of the configuration or of a profile; undefined where it says nothing. */
export function readPercentage(fields: StrictFields): number | undefined {
  const percentage = fields.int32('percentageOfNodesToScore')
  if (percentage !== undefined && (percentage < 0 || percentage > 100)) {
    const message = invalidValue(percentage, 'not in valid range [0-100]')
    fields.addIssue(fields.path.at('percentageOfNodesToScore'), message)
  }
  return percentage
}

const OVERFLOW = 'total score of Score plugins could overflow'

function doesNotExist({ name, path }: NamedPlugin): StartFault {
  return { path, message: `PreFilterPlugin "${name}" does not exist` }
}

/** One queue sort plugin and at least one bind plugin; a foreign plugin of multiPoint may be either. */
function missingParts(
  sets: PluginSets,
  schedulerName: string,
  lists: PluginLists,
  mayBeForeign: boolean,
): StartFault[] {
  const faults: StartFault[] = []
  const ofProfile = `for profile with scheduler name "${schedulerName}"`
  const sorting = lists.queueSort.length
  if (sorting > 1 || (sorting === 0 && !mayBeForeign)) {
    const message = `only one queue sort plugin required ${ofProfile}, but got ${sorting}`
    faults.push({ path: sets.path.at('queueSort'), message })
  }
  if (lists.bind.length === 0 && !mayBeForeign) {
    const message = `at least one bind plugin is needed ${ofProfile}`
    faults.push({ path: sets.path.at('bind'), message })
  }
  return faults
}
