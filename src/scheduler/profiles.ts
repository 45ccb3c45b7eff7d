import type { NotEvaluated } from '../snapshot/cluster.ts'
import { type Issue, ROOT } from '../snapshot/place.ts'
import type { Accounting } from '../snapshot/pod-resources.ts'
import { defaultProfile } from './default-profile.ts'
import type { ProfileSet } from './profile.ts'
import { RELEASES, type Release } from './releases.ts'

/** What the caller says of the scheduler to model. */
export interface ProfileRequest {
  readonly profile?: string | undefined
  /** A KubeSchedulerConfiguration for a kubernetes-* profile, a Policy for a classic-* one. */
  readonly config?: unknown
  /** Run only the plugins with these names; empty: all. */
  readonly only: readonly string[]
  readonly fixes: boolean
}

export interface ResolvedProfile {
  readonly name: string
  readonly profiles: ProfileSet
  readonly accounting: Accounting
  readonly notEvaluated: readonly NotEvaluated[]
}

export type ProfileResult =
  | { readonly ok: true; readonly resolved: ResolvedProfile }
  | { readonly ok: false; readonly issues: readonly Issue[] }

export const PROFILE_NAMES: readonly string[] = RELEASES.map((release) => release.name)
export const DEFAULT_PROFILE_NAME = 'kubernetes-1.37'

/** The profile by name, configured; an unknown name or a bad configuration is named with its place. */
export function resolveProfile(request: ProfileRequest): ProfileResult {
  const name = request.profile ?? DEFAULT_PROFILE_NAME
  const release = RELEASES.find((one) => one.name === name)
  if (release !== undefined) return resolveModern(release, request)
  const message = `${JSON.stringify(name)} is not a profile; there are ${PROFILE_NAMES.join(', ')}`
  const pointer = ROOT.at('profile').pointer
  return { ok: false, issues: [{ pointer, code: 'unknown-profile', message }] }
}

function resolveModern(release: Release, _request: ProfileRequest): ProfileResult {
  const profile = defaultProfile(release)
  const profiles = new Map([[profile.schedulerName, profile]])
  const { name, accounting } = release
  return { ok: true, resolved: { name, profiles, accounting, notEvaluated: [] } }
}
