import { err, ok, type Result } from '../../../result.ts'
import { isObject } from '../../../snapshot/json/fields.ts'
import type { Issue, JsonPath } from '../../../snapshot/json/json-path.ts'
import type { Accounting } from '../../../snapshot/resources/pod-resources.ts'
import { Notices } from '../../framework/notices.ts'
import type { Profile } from '../../framework/profile.ts'
import { DEFAULT_POLICY, readPolicy } from '../policy/policy.ts'
import { restrictTo } from '../policy/restrict.ts'
import { choosePredicates } from '../predicate-set.ts'
import { choosePriorities } from '../priority-set.ts'
import { makeClassicProfile } from './classic-profile.ts'
import type { ClassicRelease } from './releases.ts'

/** What the caller says of a classic scheduler. */
export interface ClassicRequest {
  /** A Policy; none, or an empty one, means the defaults. */
  readonly config?: unknown
  readonly path: JsonPath
  readonly only: readonly string[]
  readonly fixes: boolean
}

export interface ResolvedClassic {
  readonly profile: Profile
  readonly accounting: Accounting
  /** Complete only when the last pod is decided. */
  readonly notices: Notices
}

/** The profile of a classic release under a Policy; a policy that the release refuses is an issue. */
export function resolveClassic(
  release: ClassicRelease,
  request: ClassicRequest,
): Result<ResolvedClassic, readonly Issue[]> {
  const { fixes, only } = request
  const read = policyOf(release, request)
  if (!read.ok) return read
  const policy = read.value
  const notices = new Notices()
  const rules = { release, fixes, notices }
  const predicates = choosePredicates(policy, rules)
  const priorities = choosePriorities(policy, rules)
  if (!predicates.ok || !priorities.ok) {
    return err([predicates, priorities].flatMap((one) => (one.ok ? [] : one.error)))
  }
  const chosen = restrictTo(
    only,
    { predicates: predicates.value, priorities: priorities.value },
    rules,
  )
  if (!chosen.ok) return chosen
  const { extenders, hardPodAffinitySymmetricWeight } = policy
  const ignoredResources = new Set(extenders.flatMap((one) => one.ignoredResources))
  const context = { release, ignoredResources, hardPodAffinitySymmetricWeight, fixes, notices }
  const profile = makeClassicProfile(context, policy, chosen.value)
  return ok({ profile, accounting: accountingWith(fixes), notices })
}

function policyOf(release: ClassicRelease, { config, path }: ClassicRequest) {
  return isObject(config) ? readPolicy(config, path, release) : ok(DEFAULT_POLICY)
}

/** Init containers of running pods count only where that accident is corrected. */
function accountingWith(fixes: boolean): Accounting {
  return {
    modern: false,
    initContainersInUsage: fixes,
    sidecarPorts: false,
    podLevelResources: false,
    resize: 'ignored',
    podLevelResize: false,
  }
}
