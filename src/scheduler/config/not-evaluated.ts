import type { JsonPath } from '../../snapshot/json/json-path.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import type { Release } from '../profiles/releases/release.ts'
import type { ConfiguredProfile } from './read-profile.ts'

export interface Configured {
  readonly release: Release
  readonly profiles: readonly ConfiguredProfile[]
  /** Places of fields that only newer releases have. */
  readonly newer: readonly JsonPath[]
}

/** What a valid configuration names and the decisions leave out. */
export function listNotEvaluated({ release, profiles, newer }: Configured): NotEvaluated[] {
  const { version } = release
  const gated = new Set([
    ...release.config.gatedPlugins,
    ...profiles.flatMap((profile) => profile.gated),
  ])
  const unjudged = new Set(profiles.flatMap((profile) => [...profile.foreign, ...profile.gated]))
  const sets = profiles.flatMap(({ sets }) => sets.ofGroups)
  const unknownSets = sets.filter(({ isKnown }) => !isKnown).map(({ path }) => path)
  const ofGroups = sets.filter(({ enabled }) => enabled.length > 0)
  return [
    ...[...unjudged].sort().map((name) => ({
      what: `plugin ${name}`,
      affects: 'outcome' as const,
      reason: gated.has(name)
        ? `its feature gate is off by default in ${version}`
        : `not in-tree in ${version}: decided without it`,
    })),
    ...ofGroups.map(({ path, enabled }) => ({
      what: path.pointer,
      affects: 'outcome' as const,
      reason: `concerns groups of pods, which are not scheduled as such: ${enabled.join(', ')}`,
    })),
    ...[...newer, ...unknownSets].map((path) => ({
      what: path.pointer,
      affects: 'outcome' as const,
      reason: `a field of a newer release, unknown to ${version}: ignored`,
    })),
  ]
}
