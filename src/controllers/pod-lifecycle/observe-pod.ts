import { BACK_OFF_INITIAL_MS } from './back-off.ts'
import type { ContainerStatus, ObservedStatus, Termination } from './container-status.ts'
import type { LifecyclePod } from './lifecycle-pod.ts'
import { type PodActions, type ProbeResult, podActions, type RuntimeState } from './pod-actions.ts'
import { type PodCondition, podConditions } from './pod-conditions.ts'
import { type PodPhase, podPhase } from './pod-phase.ts'

/** When a container may be started again. */
export interface RestartView {
  readonly container: string
  readonly restartCount: number
  /** How long it waits after its end; as often as it was restarted, if it never ran for long. */
  readonly backOffSeconds: number
  /** null: its status does not say when it ended, or it has not. */
  readonly notBefore: string | null
}

/** What follows from a pod's own status. */
export interface ObservedView {
  readonly phase: PodPhase
  readonly because: string
  readonly conditions: readonly PodCondition[]
  readonly next: PodActions
  readonly restarts: readonly RestartView[]
}

/** Derives phase, conditions and next steps from the statuses of a pod's containers. */
export function observePod(
  pod: LifecyclePod,
  observed: ObservedStatus,
  backOffMaxMs: number,
): ObservedView {
  const { containers: statuses } = observed
  const verdict = podPhase({
    pod,
    statuses,
    isTerminal: pod.isTerminating,
    hasInitialized: pod.containers.some(({ name }) => hasRun(statuses.get(name))),
  })
  // A pod that has once ended stays so.
  const isOver = observed.phase === 'Succeeded' || observed.phase === 'Failed'
  const phase = isOver ? (observed.phase as PodPhase) : verdict.phase
  const because = isOver ? `a pod that has ${phase.toLowerCase()} stays so` : verdict.because
  return {
    phase,
    because,
    conditions: podConditions(pod, observed, phase),
    next: podActions({
      pod,
      runtime: runtimeOf(statuses),
      startup: startupOf(statuses),
      liveness: new Map(),
    }),
    restarts: [...pod.initContainers, ...pod.containers].flatMap(({ name }) => {
      const status = statuses.get(name)
      return status === undefined ? [] : viewRestart(status, backOffMaxMs)
    }),
  }
}

function hasRun(status: ContainerStatus | undefined): boolean {
  if (status === undefined) return false
  return status.state.kind !== 'waiting' || endOf(status) !== null
}

function runtimeOf(statuses: ReadonlyMap<string, ContainerStatus>): Map<string, RuntimeState> {
  const runtime = new Map<string, RuntimeState>()
  for (const [name, status] of statuses) {
    const end = endOf(status)
    if (status.state.kind === 'running') runtime.set(name, { state: 'running', exitCode: 0 })
    else if (end !== null) runtime.set(name, { state: 'exited', exitCode: end.exitCode })
    else if (status.state.kind === 'none') runtime.set(name, { state: 'unknown', exitCode: 0 })
  }
  return runtime
}

function startupOf(statuses: ReadonlyMap<string, ContainerStatus>): Map<string, ProbeResult> {
  const started = [...statuses].filter(([, { isStarted }]) => isStarted === true)
  return new Map(started.map(([name]) => [name, 'Success'] as const))
}

function viewRestart(status: ContainerStatus, backOffMaxMs: number): RestartView[] {
  const { name: container, restartCount } = status
  const end = endOf(status)
  if (end === null && restartCount === 0) return []
  // The first restart is at once; then 10 s, doubled each time.
  const doubled = restartCount === 0 ? 0 : BACK_OFF_INITIAL_MS * 2 ** Math.min(restartCount - 1, 20)
  const backOffMs = Math.min(doubled, backOffMaxMs)
  const atMs = end?.finishedMs === undefined ? null : end.finishedMs + backOffMs
  const notBefore = atMs === null ? null : new Date(atMs).toISOString()
  return [{ container, restartCount, backOffSeconds: backOffMs / 1000, notBefore }]
}

function endOf({ state }: ContainerStatus): Termination | null {
  if (state.kind === 'terminated') return state.termination
  return state.kind === 'waiting' ? state.last : null
}
