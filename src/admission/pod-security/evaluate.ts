import { compareStrings } from '../go/utf8.ts'
import type { Pod } from '../types/types.ts'
import type { Check, VersionedCheck, Violation } from './check.ts'
import { ALLOW_PRIVILEGE_ESCALATION } from './checks/allow-privilege-escalation.ts'
import { APP_ARMOR_PROFILE } from './checks/app-armor-profile.ts'
import { CAPABILITIES_BASELINE } from './checks/capabilities-baseline.ts'
import { CAPABILITIES_RESTRICTED } from './checks/capabilities-restricted.ts'
import { HOST_NAMESPACES } from './checks/host-namespaces.ts'
import { HOST_PATH_VOLUMES } from './checks/host-path-volumes.ts'
import { HOST_PORTS } from './checks/host-ports.ts'
import { HOST_PROBES_AND_LIFECYCLE } from './checks/host-probes-and-lifecycle.ts'
import { PRIVILEGED } from './checks/privileged.ts'
import { PROC_MOUNT, PROC_MOUNT_RESTRICTED } from './checks/proc-mount.ts'
import { RESTRICTED_VOLUMES } from './checks/restricted-volumes.ts'
import { RUN_AS_NON_ROOT } from './checks/run-as-non-root.ts'
import { RUN_AS_USER } from './checks/run-as-user.ts'
import { SE_LINUX_OPTIONS } from './checks/se-linux-options.ts'
import { SECCOMP_PROFILE_BASELINE, SECCOMP_PROFILE_RESTRICTED } from './checks/seccomp-profile.ts'
import { SYSCTLS } from './checks/sysctls.ts'
import { WINDOWS_HOST_PROCESS } from './checks/windows-host-process.ts'
import type { LevelVersion } from './policy.ts'

const byId = (a: Check, b: Check): number => compareStrings(a.id, b.id)

const BASELINE: readonly Check[] = [
  APP_ARMOR_PROFILE,
  CAPABILITIES_BASELINE,
  HOST_NAMESPACES,
  HOST_PATH_VOLUMES,
  HOST_PORTS,
  HOST_PROBES_AND_LIFECYCLE,
  PRIVILEGED,
  PROC_MOUNT,
  SE_LINUX_OPTIONS,
  SECCOMP_PROFILE_BASELINE,
  SYSCTLS,
  WINDOWS_HOST_PROCESS,
].sort(byId)

const RESTRICTED: readonly Check[] = [
  ALLOW_PRIVILEGE_ESCALATION,
  CAPABILITIES_RESTRICTED,
  PROC_MOUNT_RESTRICTED,
  RESTRICTED_VOLUMES,
  RUN_AS_NON_ROOT,
  RUN_AS_USER,
  SECCOMP_PROFILE_RESTRICTED,
].sort(byId)

/** A violation with the check that found it. */
export interface FoundViolation extends Violation {
  readonly check: string
}

/** Evaluator.EvaluatePod: baseline checks first, then restricted ones, which may replace some. */
export function evaluatePod(pod: Pod, { level, version }: LevelVersion): FoundViolation[] {
  if (level === 'privileged') return []
  const restricted = level === 'restricted' ? RESTRICTED : []
  const inForce = restricted.filter((check) => formOf(check, version) !== undefined)
  const replaced = new Set(inForce.map(({ overrides }) => overrides))
  return [...BASELINE.filter(({ id }) => !replaced.has(id)), ...inForce].flatMap((check) => {
    const violation = formOf(check, version)?.check(pod) ?? null
    return violation === null ? [] : [{ ...violation, check: check.id }]
  })
}

/** The form that a check has in a policy version; null is the latest. */
function formOf({ versions }: Check, minor: number | null): VersionedCheck | undefined {
  return versions.findLast(({ since }) => minor === null || since <= minor)
}
