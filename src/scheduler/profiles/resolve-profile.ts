import { err, ok, type Result } from '../../result.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { type Issue, type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import type { Accounting } from '../../snapshot/resources/pod-resources.ts'
import { CLASSIC_RELEASES, type ClassicRelease } from '../classic/profiles/releases.ts'
import { resolveClassic } from '../classic/profiles/resolve-classic.ts'
import { type Configuration, readConfiguration } from '../config/read-configuration.ts'
import { type Extender, nameOfExtender, notCalled } from '../framework/extender.ts'
import { Notices } from '../framework/notices.ts'
import type { ProfileSet } from '../framework/profile.ts'
import { defaultProfile } from './default-profile.ts'
import { onlyPlugins } from './only-plugins.ts'
import type { Release } from './releases/release.ts'
import { NEWEST_RELEASE, RELEASES } from './releases/releases.ts'

/** What the caller says of the scheduler to model. */
export interface ProfileRequest {
  readonly profile?: string | undefined
  /** A KubeSchedulerConfiguration for a kubernetes-* profile, a Policy for a classic-* one. */
  readonly config?: unknown
  /** Where the request says so; absent: at its top. */
  readonly path?: JsonPath
  /** Run only the plugins with these names; empty: all. */
  readonly only: readonly string[]
  readonly fixes: boolean
  /** The extenders of the configuration are asked; absent: they are only named. */
  readonly asksExtenders?: boolean
}

export interface ResolvedProfile {
  readonly name: string
  readonly profiles: ProfileSet
  readonly accounting: Accounting
  readonly notEvaluated: readonly NotEvaluated[]
  /** What is to be told about the rules; complete when the last pod is decided. */
  readonly notices: Notices
}

export type ProfileResult = Result<ResolvedProfile, readonly Issue[]>

export const PROFILE_NAMES: readonly string[] = [...RELEASES, ...CLASSIC_RELEASES].map(
  (release) => release.name,
)
const DEFAULT_PROFILE_NAME: string = NEWEST_RELEASE.name

const DRAWN =
  'this release draws one of several best nodes at random: each of `tied` is the answer, and `node` is the one that kubernetes-1.35 would take'

const DRAWN_OF_SCORED =
  'of several best nodes that an extender scored this release draws one at random: each of these is the answer'

const SCORED_AS_EMPTY =
  'nodes that it sends back whole are scored as this release does: as if nothing ran on them, and without their images'

/** The profile by name, configured; an unknown name or a bad configuration is named with its place. */
export function resolveProfile(request: ProfileRequest): ProfileResult {
  const name = request.profile ?? DEFAULT_PROFILE_NAME
  const release = RELEASES.find((one) => one.name === name)
  if (release !== undefined) return resolveRelease(release, request)
  const classic = CLASSIC_RELEASES.find((one) => one.name === name)
  if (classic !== undefined) return resolveClassicRelease(classic, request)
  const message = `${JSON.stringify(name)} is not a profile; there are ${PROFILE_NAMES.join(', ')}`
  const { pointer } = (request.path ?? ROOT).at('profile')
  return err([{ pointer, code: 'unknown-profile', message }])
}

function resolveRelease(release: Release, request: ProfileRequest): ProfileResult {
  const configured = configure(release, request)
  if (!configured.ok) return configured
  const restricted = onlyPlugins(configured.value.profiles, request.only, release.name)
  if (!restricted.ok) return restricted
  const { name, accounting } = release
  const profiles = restricted.value
  const notEvaluated = [...configured.value.notEvaluated, ...unasked(profiles, request)]
  const notices = new Notices()
  if (release.rules.drawsTies) notices.add('odd', 'selectHost', DRAWN)
  if (request.asksExtenders === true) noteExtenders(release, profiles, notices)
  return ok({ name, profiles, accounting, notEvaluated, notices })
}

function resolveClassicRelease(release: ClassicRelease, request: ProfileRequest): ProfileResult {
  const { path = ROOT, config, only, fixes } = request
  const result = resolveClassic(release, { config, path: path.at('config'), only, fixes })
  if (!result.ok) return result
  const { profile, ...rest } = result.value
  const profiles = new Map([[profile.schedulerName, profile]])
  const notEvaluated = unasked(profiles, request)
  return ok({ name: release.name, profiles, notEvaluated, ...rest })
}

/** Profiles of one configuration share its extenders. */
function extendersOf(profiles: ProfileSet): readonly Extender[] {
  const [first] = profiles.values()
  return first?.extenders ?? []
}

/** The extenders that nobody asks. */
function unasked(profiles: ProfileSet, { asksExtenders }: ProfileRequest): NotEvaluated[] {
  return asksExtenders === true ? [] : extendersOf(profiles).map(notCalled)
}

function noteExtenders({ rules }: Release, profiles: ProfileSet, notices: Notices): void {
  const { drawsScored, scoresNodesAsReturned } = rules.extenders
  if (extendersOf(profiles).length === 0) return
  if (drawsScored) notices.add('odd', 'selectHost', DRAWN_OF_SCORED)
  if (!scoresNodesAsReturned) return
  for (const extender of extendersOf(profiles)) {
    const sendsNodes = extender.verbs.has('filter') && !extender.nodeCacheCapable
    if (sendsNodes) notices.add('odd', nameOfExtender(extender), SCORED_AS_EMPTY)
  }
}

/** Without a configuration, or with an empty one, the release's default profile. */
function configure(
  release: Release,
  { config, path = ROOT }: ProfileRequest,
): Result<Configuration, readonly Issue[]> {
  if (isObject(config) && Object.keys(config).length > 0) {
    return readConfiguration(config, release, path.at('config'))
  }
  const profile = defaultProfile(release)
  return ok({ profiles: new Map([[profile.schedulerName, profile]]), notEvaluated: [] })
}
