import type { ContainerStatus, ObservedStatus, PodConditionStatus } from './container-status.ts'
import type { LifecycleContainer, LifecyclePod } from './lifecycle-pod.ts'
import type { PodPhase } from './pod-phase.ts'

/** A condition that the kubelet derives. */
export interface PodCondition {
  readonly type: 'Initialized' | 'Ready' | 'ContainersReady'
  readonly status: 'True' | 'False'
  readonly reason?: string
  readonly message?: string
}

type Verdict = Omit<PodCondition, 'type'>

const TRUE: Verdict = { status: 'True' }

/** Initialized, Ready and ContainersReady (pkg/kubelet/status/generate.go of 1.37). */
export function podConditions(
  pod: LifecyclePod,
  observed: ObservedStatus,
  phase: PodPhase,
): readonly PodCondition[] {
  const containersReady = judgeContainersReady(pod, observed, phase)
  const ready =
    containersReady.status === 'True' ? judgeGates(pod, observed.conditions) : containersReady
  return [
    { type: 'Initialized', ...judgeInitialized(pod, observed, phase) },
    { type: 'Ready', ...ready },
    { type: 'ContainersReady', ...containersReady },
  ]
}

function judgeContainersReady(
  { initContainers, containers }: LifecyclePod,
  { containers: statuses, hasStatuses }: ObservedStatus,
  phase: PodPhase,
): Verdict {
  if (!hasStatuses) return { status: 'False', reason: 'UnknownContainerStatuses' }
  const judged = [...initContainers.filter(({ isSidecar }) => isSidecar), ...containers]
  const { unknown, failing } = sort(judged, statuses, ({ isReady }) => isReady)
  if (phase === 'Succeeded' && unknown.length === 0) {
    return { status: 'False', reason: 'PodCompleted' }
  }
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' }
  const message = inWords(unknown, failing, 'unready')
  return message === '' ? TRUE : { status: 'False', reason: 'ContainersNotReady', message }
}

function judgeGates({ readinessGates }: LifecyclePod, conditions: readonly PodConditionStatus[]) {
  const messages = readinessGates.flatMap((type) => {
    const condition = conditions.find((one) => one.type === type)
    const gate = `pod readiness gate ${JSON.stringify(type)}`
    if (condition === undefined) return [`corresponding condition of ${gate} does not exist.`]
    if (condition.status === 'True') return []
    return [`the status of ${gate} is not "True", but ${condition.status}`]
  })
  if (messages.length === 0) return TRUE
  const message = messages.join(', ')
  return { status: 'False', reason: 'ReadinessGatesNotReady', message } as const
}

function judgeInitialized(
  { initContainers, containers }: LifecyclePod,
  { containers: statuses, hasStatuses, conditions }: ObservedStatus,
  phase: PodPhase,
): Verdict {
  if (!hasStatuses && initContainers.length > 0) {
    return { status: 'False', reason: 'UnknownContainerStatuses' }
  }
  const { unknown, failing } = sort(initContainers, statuses, isInitialized)
  if (phase === 'Succeeded' && unknown.length === 0) {
    return { status: 'True', reason: 'PodCompleted' }
  }
  if (hasStartedContainer(containers, statuses)) return TRUE
  const message = inWords(unknown, failing, 'incomplete')
  if (message === '') return TRUE
  // A pod that is started anew in place stays initialized.
  const wasInitialized = conditions.some(
    ({ type, status }) => type === 'Initialized' && status === 'True',
  )
  if (wasInitialized) return TRUE
  return { status: 'False', reason: 'ContainersNotInitialized', message }
}

function isInitialized(status: ContainerStatus, { isSidecar }: LifecycleContainer): boolean {
  return isSidecar ? status.isStarted === true : status.isReady
}

/** HasAnyRegularContainerStarted, by the statuses of the API. */
function hasStartedContainer(
  containers: readonly LifecycleContainer[],
  statuses: ReadonlyMap<string, ContainerStatus>,
): boolean {
  return containers.some(({ name }) => {
    const kind = statuses.get(name)?.state.kind
    return kind === 'running' || kind === 'terminated'
  })
}

function sort(
  containers: readonly LifecycleContainer[],
  statuses: ReadonlyMap<string, ContainerStatus>,
  passes: (status: ContainerStatus, container: LifecycleContainer) => boolean,
): { unknown: string[]; failing: string[] } {
  const unknown: string[] = []
  const failing: string[] = []
  for (const container of containers) {
    const status = statuses.get(container.name)
    if (status === undefined) unknown.push(container.name)
    else if (!passes(status, container)) failing.push(container.name)
  }
  return { unknown, failing }
}

/** Lists as Go prints them. */
function inWords(unknown: readonly string[], failing: readonly string[], what: string): string {
  const parts: string[] = []
  if (unknown.length > 0) parts.push(`containers with unknown status: [${unknown.join(' ')}]`)
  if (failing.length > 0) parts.push(`containers with ${what} status: [${failing.join(' ')}]`)
  return parts.join(', ')
}
