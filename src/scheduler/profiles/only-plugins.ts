import { err, ok, type Result } from '../../result.ts'
import { type Issue, ROOT } from '../../snapshot/json/json-path.ts'
import type { Profile, ProfileSet } from '../framework/profile.ts'

/** The profiles with no plugins but those named; none named: all. A name that no profile has is an issue. */
export function onlyPlugins(
  profiles: ProfileSet,
  only: readonly string[],
  profileName: string,
): Result<ProfileSet, readonly Issue[]> {
  if (only.length === 0) return ok(profiles)
  const known = new Set([...profiles.values()].flatMap(pluginNames))
  const path = ROOT.at('options').at('only')
  const issues = only.flatMap((name, index): Issue[] => {
    if (known.has(name)) return []
    const message = `${JSON.stringify(name)} is not a plugin of ${profileName} as configured`
    return [{ pointer: path.at(index).pointer, code: 'not-a-request', message }]
  })
  if (issues.length > 0) return err(issues)
  const wanted = new Set(only)
  const restricted = [...profiles].map(
    ([name, profile]) => [name, restrict(profile, wanted)] as const,
  )
  return ok(new Map(restricted))
}

function pluginNames({
  preEnqueue,
  preFilter,
  filter,
  score,
  reserve,
  postFilter,
}: Profile): string[] {
  const scoring = score.map(({ plugin }) => plugin)
  const plugins = [preEnqueue, preFilter, filter, scoring, reserve, postFilter].flat()
  return plugins.map(({ name }) => name)
}

function restrict(profile: Profile, wanted: ReadonlySet<string>): Profile {
  const kept = <One extends { readonly name: string }>(plugins: readonly One[]) =>
    plugins.filter(({ name }) => wanted.has(name))
  return {
    ...profile,
    preEnqueue: kept(profile.preEnqueue),
    preFilter: kept(profile.preFilter),
    filter: kept(profile.filter),
    score: profile.score.filter(({ plugin }) => wanted.has(plugin.name)),
    reserve: kept(profile.reserve),
    postFilter: kept(profile.postFilter),
  }
}
