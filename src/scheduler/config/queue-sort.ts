import { invalidValue } from '../../snapshot/json/field-error.ts'
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
      const message = invalidValue(internal(own), 'must be the same for all profiles')
      fields.addIssue(profile.sets.path.at('queueSort'), message)
    }
    const entry = name === undefined ? undefined : argsOf(profile)
    if (entry === undefined || JSON.stringify(entry.args ?? null) === canonArgs) continue
    const message = invalidValue(entry.args ?? null, 'queueSort must be the same for all profiles')
    fields.addIssue(entry.path.at('args'), message)
  }
}

function written(set: PluginSet): string {
  return JSON.stringify(internal(set))
}

/** As upstream's internal type prints itself. */
function internal({ enabled, disabled }: PluginSet) {
  const orNull = <Item>(items: Item[]) => (items.length === 0 ? null : items)
  return {
    Enabled: orNull(enabled.map(({ name, weight }) => ({ Name: name, Weight: weight }))),
    Disabled: orNull(disabled.map((name) => ({ Name: name, Weight: 0 }))),
  }
}
