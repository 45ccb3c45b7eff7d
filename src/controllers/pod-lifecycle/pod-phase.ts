import type { ContainerStatus, Termination } from './container-status.ts'
import type { LifecycleContainer, LifecyclePod } from './lifecycle-pod.ts'
import { shouldRestart } from './restart-rules.ts'

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed'

export interface PhaseInput {
  readonly pod: LifecyclePod
  readonly statuses: ReadonlyMap<string, ContainerStatus>
  /** The pod is evicted or being deleted: nothing of it restarts. */
  readonly isTerminal: boolean
  /** Some container that is no init container has run. */
  readonly hasInitialized: boolean
}

export interface PhaseVerdict {
  readonly phase: PodPhase
  readonly because: string
}

/** Reason of a termination that made the whole pod start anew. */
export const RESTARTING_ALL = 'RestartingAllContainers'

/** Which containers decide. Names, so that an answer can say them. */
interface Counts {
  pendingInit: string[]
  pendingSidecars: string[]
  failedInit: string[]
  unknown: string[]
  running: string[]
  waiting: string[]
  stopped: string[]
  stoppedForGood: string[]
  succeeded: string[]
}

/** getPhase of the kubelet 1.37, with the reason in words. */
export function podPhase(input: PhaseInput): PhaseVerdict {
  const counts = count(input)
  const { pendingInit, pendingSidecars, failedInit, unknown, running, waiting, stopped } = counts
  if (failedInit.length > 0) {
    return { phase: 'Failed', because: `${list(failedInit)} failed and is not restarted` }
  }
  if (pendingInit.length > 0) {
    return { phase: 'Pending', because: `${list(pendingInit)} has not finished` }
  }
  if (pendingSidecars.length > 0 && !input.hasInitialized) {
    return { phase: 'Pending', because: `sidecar ${list(pendingSidecars)} has not started` }
  }
  if (waiting.length > 0) {
    return { phase: 'Pending', because: `${list(waiting)} has never run` }
  }
  if (running.length > 0 && unknown.length === 0) {
    return { phase: 'Running', because: `${list(running)} is running` }
  }
  if (running.length === 0 && stopped.length > 0 && unknown.length === 0) {
    return stoppedPhase(input, counts)
  }
  const because = unknown.length > 0 ? `nothing is known of ${list(unknown)}` : 'nothing has run'
  return { phase: 'Pending', because }
}

function stoppedPhase({ pod, isTerminal }: PhaseInput, counts: Counts): PhaseVerdict {
  const { stopped, stoppedForGood, succeeded } = counts
  const failed = stopped.filter((name) => !succeeded.includes(name))
  const ended: PhaseVerdict =
    failed.length === 0
      ? { phase: 'Succeeded', because: 'every container has ended with exit code 0' }
      : { phase: 'Failed', because: `${list(failed)} failed, and nothing runs any longer` }
  if (isTerminal && !pod.isStatic) return ended
  const restarting = stopped.filter((name) => !stoppedForGood.includes(name))
  if (restarting.length === 0) return ended
  return { phase: 'Running', because: `${list(restarting)} has stopped and will be restarted` }
}

function count(input: PhaseInput): Counts {
  const counts: Counts = {
    pendingInit: [],
    pendingSidecars: [],
    failedInit: [],
    unknown: [],
    running: [],
    waiting: [],
    stopped: [],
    stoppedForGood: [],
    succeeded: [],
  }
  for (const container of input.pod.initContainers) {
    if (container.isSidecar) countSidecar(container, input, counts)
    else countInit(container, input, counts)
  }
  for (const container of input.pod.containers) countContainer(container, input, counts)
  return counts
}

function countInit(container: LifecycleContainer, input: PhaseInput, counts: Counts): void {
  const termination = terminationOf(input.statuses.get(container.name))
  if (termination === null) counts.pendingInit.push(container.name)
  else if (termination.exitCode !== 0 && !willRestart(container, input, termination)) {
    counts.failedInit.push(container.name)
  }
}

/** Sidecars that have ended do not count. */
function countSidecar({ name }: LifecycleContainer, input: PhaseInput, counts: Counts): void {
  const status = input.statuses.get(name)
  if (status === undefined) return void counts.unknown.push(name)
  const { state } = status
  if (state.kind === 'running') {
    if (status.isStarted !== true) counts.pendingSidecars.push(name)
    counts.running.push(name)
  } else if (state.kind === 'none') {
    counts.pendingSidecars.push(name)
    counts.unknown.push(name)
  } else if (terminationOf(status) === null) {
    counts.pendingSidecars.push(name)
    counts.waiting.push(name)
  }
}

function countContainer(container: LifecycleContainer, input: PhaseInput, counts: Counts): void {
  const { name } = container
  const status = input.statuses.get(name)
  const termination = terminationOf(status)
  if (status === undefined || status.state.kind === 'none') counts.unknown.push(name)
  else if (status.state.kind === 'running') counts.running.push(name)
  else if (termination === null) counts.waiting.push(name)
  else {
    counts.stopped.push(name)
    if (!willRestart(container, input, termination)) counts.stoppedForGood.push(name)
    // A container that waits for its restart has not succeeded, whatever it ended with.
    if (status.state.kind === 'terminated' && termination.exitCode === 0)
      counts.succeeded.push(name)
  }
}

function willRestart(
  container: LifecycleContainer,
  { pod }: PhaseInput,
  { exitCode, reason }: Termination,
): boolean {
  return shouldRestart(container, pod.restartPolicy, exitCode) || reason === RESTARTING_ALL
}

/** How a container ended, also one that waits for its restart; null if it has not. */
function terminationOf(status: ContainerStatus | undefined): Termination | null {
  if (status?.state.kind === 'terminated') return status.state.termination
  return status?.state.kind === 'waiting' ? status.state.last : null
}

function list(names: readonly string[]): string {
  return names.join(', ')
}
