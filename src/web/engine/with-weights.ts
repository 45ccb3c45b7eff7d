import type { ResolvedProfile } from '../../scheduler/profiles/resolve-profile.ts'

/** The profile with other weights; a plugin of weight 0 does not score. */
export function withWeights(
  resolved: ResolvedProfile,
  weights: Readonly<Record<string, number>>,
): ResolvedProfile {
  if (Object.keys(weights).length === 0) return resolved
  const profiles = new Map(
    Array.from(resolved.profiles, ([name, profile]) => {
      const score = profile.score.flatMap(({ plugin, weight: usual }) => {
        const weight = (Object.hasOwn(weights, plugin.name) ? weights[plugin.name] : null) ?? usual
        return weight === 0 ? [] : [{ plugin, weight }]
      })
      return [name, { ...profile, score }] as const
    }),
  )
  return { ...resolved, profiles }
}
