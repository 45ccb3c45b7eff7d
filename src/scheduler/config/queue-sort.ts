import {
  invalidParts,
  invalidValue,
  type ShownValue,
  shownList,
} from '../../snapshot/json/field-error.ts'
import type { EnabledPlugin } from '../profiles/plugin-lists.ts'
import type { PluginSet } from './plugin-sets.ts'
import type { ConfiguredProfile } from './read-profile.ts'
import type { StrictFields } from './strict-fields.ts'

/** validateCommonQueueSort: all profiles share one queue, so its order must be theirs. */
export function validateQueueSort(
  fields: StrictFields,
  profiles: readonly ConfiguredProfile[],
): void {
  const [first, ...others] = profiles
  if (first === undefined) return
  const canon = first.sets.at.queueSort
  if (canon.enabled.length > 1) {
    const message = invalidValue(canon.enabled.length, 'only one queue sort plugin can be enabled')
    fields.addIssue(first.sets.path.at('queueSort').at('enabled'), message)
  }
  const name = canon.enabled[0]?.name
  const argsOf = ({ pluginConfig }: ConfiguredProfile) =>
    pluginConfig.find((entry) => entry.name === name)
  const canonArgs = JSON.stringify(argsOf(first)?.args ?? null)
  for (const profile of others) {
    const own = profile.sets.at.queueSort
    if (written(own) !== written(canon)) {
      const { valueStyle, texts } = fields.context.rules
      const message = invalidParts(shownSet(own), valueStyle, texts.queueSortPlugins)
      fields.addIssue(profile.sets.path.at('queueSort'), message)
    }
    const entry = name === undefined ? undefined : argsOf(profile)
    if (entry === undefined || JSON.stringify(entry.args ?? null) === canonArgs) continue
    const message = invalidValue(entry.args ?? null, 'queueSort must be the same for all profiles')
    fields.addIssue(entry.path.at('args'), message)
  }
}

function written(set: PluginSet): string {
  return shownSet(set).go
}

/** As upstream's internal type shows itself. */
function shownSet({ enabled, disabled }: PluginSet): ShownValue {
  const on = shownList('config.Plugin', enabled.map(shownPlugin))
  const off = shownList(
    'config.Plugin',
    disabled.map((name) => shownPlugin({ name, weight: 0 })),
  )
  return {
    json: { Enabled: on.json, Disabled: off.json },
    go: `config.PluginSet{Enabled:${on.go}, Disabled:${off.go}}`,
  }
}

function shownPlugin({ name, weight }: EnabledPlugin): ShownValue {
  return {
    json: { Name: name, Weight: weight },
    go: `config.Plugin{Name:${JSON.stringify(name)}, Weight:${weight}}`,
  }
}
