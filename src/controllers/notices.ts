import type { Change } from './changes.ts'
import type { ControlledPod } from './cluster/controlled-pod.ts'
import type { TaintWithTime } from './cluster/taint-with-time.ts'
import { NOT_READY, UNREACHABLE } from './node-lifecycle/condition-taints.ts'
import type { GivenFlags } from './node-lifecycle/controller-flags.ts'
import type { ControllersRun, Eviction } from './run-controllers.ts'
import type { EvictionCause } from './taint-eviction/taint-eviction-controller.ts'

/** What DefaultTolerationSeconds gives to pods that do not tolerate these taints themselves. */
const DEFAULT_TOLERATION_SECONDS = 300
const KEYS_OF_DEFAULTS = [NOT_READY, UNREACHABLE]
const CRITICAL_PRIORITY_MIN = 2_000_000_000

export interface Told {
  readonly run: ControllersRun
  readonly changes: readonly Change[]
  readonly givenFlags: GivenFlags
  /** The NoExecute taints that were there at the start. */
  readonly initialTaints: readonly TaintWithTime[]
}

/** Says where today's controllers differ from what the founding articles and habit have it. */
export function addNotices({ run, changes, givenFlags, initialTaints }: Told): void {
  const { journal, evictions, fates } = run
  const isFoundSilent = journal.conditions.some(({ by }) => by === 'node-lifecycle-controller')
  if (isFoundSilent && givenFlags['node-monitor-grace-period'] === undefined) {
    journal.notice(
      'grace-period',
      'a kubelet may be silent for 50 s by default; it was 40 s before Kubernetes 1.32',
    )
  }
  const scheduled = [...fates.values()].flatMap((fate) =>
    fate.kind === 'scheduled' ? [fate.cause] : [],
  )
  if ([...evictions.map(({ cause }) => cause), ...scheduled].some(isByDefault)) {
    journal.notice(
      'default-tolerations',
      'pods that say nothing themselves tolerate not-ready and unreachable for 300 s, not 600 s: ' +
        'the API server writes it into each new pod',
    )
  }
  const given = changes.flatMap((change) => (change.kind === 'taints' ? change.taints : []))
  if (given.some(({ timeAdded, effect }) => timeAdded !== null && effect === 'NoExecute')) {
    journal.notice(
      'time-added',
      "a taint's timeAdded is never read: the clock starts when the controller sees the taint",
    )
  }
  if (initialTaints.length > 0) {
    journal.notice(
      'clock-before-start',
      'for taints that stand at the start the controller is taken to have seen each at its ' +
        'timeAdded, and those without one at the start; one restarted since then evicts later',
    )
  }
  if (evictions.some(isOftenThoughtExempt)) {
    journal.notice(
      'no-exemptions',
      'nothing is exempt from a NoExecute taint that it does not tolerate: not daemons, mirror ' +
        'pods, system-critical or finished ones, and no PodDisruptionBudget is asked',
    )
  }
}

function isByDefault({ toleration }: EvictionCause): boolean {
  if (toleration?.tolerationSeconds !== DEFAULT_TOLERATION_SECONDS) return false
  return KEYS_OF_DEFAULTS.includes(toleration.key)
}

function isOftenThoughtExempt({ pod }: Eviction): boolean {
  return isSpecial(pod) || pod.phase === 'Succeeded' || pod.phase === 'Failed'
}

function isSpecial({ isMirror, owner, priority }: ControlledPod): boolean {
  return isMirror || owner?.kind === 'DaemonSet' || priority >= CRITICAL_PRIORITY_MIN
}
