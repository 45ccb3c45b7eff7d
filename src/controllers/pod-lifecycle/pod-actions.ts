import type { LifecycleContainer, LifecyclePod } from './lifecycle-pod.ts'
import { shouldRestart } from './restart-rules.ts'

/** A container as its runtime has it; a container that was never made has none. */
export interface RuntimeState {
  readonly state: 'running' | 'exited' | 'created' | 'unknown'
  readonly exitCode: number
}

export type ProbeResult = 'Success' | 'Failure'

export interface ActionsInput {
  readonly pod: LifecyclePod
  readonly runtime: ReadonlyMap<string, RuntimeState>
  /** Results of probes that ran since the container started, as far as they count yet. */
  readonly startup: ReadonlyMap<string, ProbeResult>
  readonly liveness: ReadonlyMap<string, ProbeResult>
}

export interface KilledContainer {
  readonly name: string
  readonly message: string
  readonly reason: 'startup' | 'liveness' | 'unknown'
}

/** What a kubelet does next. */
export interface PodActions {
  /** Everything that still runs is stopped, and nothing starts again. */
  readonly killPod: boolean
  /** In the order in which they are started. */
  readonly initContainersToStart: readonly string[]
  readonly containersToStart: readonly string[]
  readonly containersToKill: readonly KilledContainer[]
}

interface Plan {
  killPod: boolean
  initContainersToStart: string[]
  containersToStart: string[]
  containersToKill: KilledContainer[]
}

/**
 * computePodActions of the kubelet 1.37 for a pod whose sandbox stands: which init containers,
 * sidecars and containers to start, and which to kill. Resizes and changed definitions are left out.
 */
export function podActions(input: ActionsInput): PodActions {
  const plan: Plan = {
    killPod: false,
    initContainersToStart: [],
    containersToStart: [],
    containersToKill: [],
  }
  const hasInitialized = planInitContainers(input, plan)
  if (plan.killPod || !hasInitialized) return plan
  let keepCount = 0
  for (const container of input.pod.containers) {
    if (planContainer(container, input, plan)) keepCount++
  }
  if (keepCount > 0 || plan.containersToStart.length > 0) return plan
  // Sidecars must not keep a pod alive that has nothing left to do.
  return { ...plan, killPod: true, initContainersToStart: [] }
}

/** Whether the container goes on running as it is. */
function planContainer(container: LifecycleContainer, input: ActionsInput, plan: Plan): boolean {
  const { name } = container
  const runtime = input.runtime.get(name)
  if (runtime?.state !== 'running') {
    if (!mayStart(container, input.pod, runtime)) return false
    plan.containersToStart.push(name)
    if (runtime?.state === 'unknown') {
      plan.containersToKill.push(killUnknown(name, 'Container'))
    }
    return false
  }
  const failed = failedProbe(name, input)
  if (failed === null) return true
  const restarts = (container.restartPolicy ?? input.pod.restartPolicy) !== 'Never'
  const message = `Container ${name} failed ${failed} probe`
  if (restarts) plan.containersToStart.push(name)
  const told = restarts ? `${message}, will be restarted` : message
  plan.containersToKill.push({ name, message: told, reason: failed })
  return false
}

function failedProbe(name: string, { startup, liveness }: ActionsInput) {
  if (liveness.get(name) === 'Failure') return 'liveness'
  return startup.get(name) === 'Failure' ? 'startup' : null
}

/** ShouldContainerBeRestarted. */
function mayStart(
  container: LifecycleContainer,
  { restartPolicy, isTerminating }: LifecyclePod,
  runtime: RuntimeState | undefined,
): boolean {
  if (isTerminating) return false
  if (runtime?.state !== 'exited') return true
  return shouldRestart(container, restartPolicy, runtime.exitCode)
}

/**
 * computeInitContainerActions: from the last init container backwards, since earlier ones may have
 * been cleaned away; sidecars are kept running all along. Whether initialization is done.
 */
function planInitContainers(input: ActionsInput, plan: Plan): boolean {
  const { initContainers, containers } = input.pod
  if (initContainers.length === 0) return true
  const walk = {
    hasInitialized: containers.some(({ name }) => input.runtime.has(name)),
    isLaterKnown: false,
  }
  walk.isLaterKnown = walk.hasInitialized
  for (let index = initContainers.length - 1; index >= 0; index--) {
    const container = initContainers[index]
    const runtime = input.runtime.get(container.name)
    if (runtime === undefined) {
      if (walk.isLaterKnown && container.isSidecar) start(plan, container.name)
      continue
    }
    if (walk.isLaterKnown && !container.isSidecar) continue
    planInitContainer(input, plan, { index, runtime, walk })
    if (plan.killPod) {
      plan.initContainersToStart = []
      return false
    }
    walk.isLaterKnown = true
  }
  if (!walk.isLaterKnown) start(plan, initContainers[0].name)
  plan.initContainersToStart.reverse()
  return walk.hasInitialized
}

interface InitStep {
  readonly index: number
  readonly runtime: RuntimeState
  readonly walk: { hasInitialized: boolean; isLaterKnown: boolean }
}

function planInitContainer(input: ActionsInput, plan: Plan, step: InitStep): void {
  const container = input.pod.initContainers[step.index]
  const { name, isSidecar } = container
  const { state, exitCode } = step.runtime
  switch (state) {
    case 'created':
      return start(plan, name)
    case 'running':
      if (isSidecar) planRunningSidecar(input, plan, step)
      return
    case 'exited':
      if (isSidecar) return start(plan, name)
      if (exitCode === 0) return initialized(input, plan, step)
      if (mayStart(container, input.pod, step.runtime)) return start(plan, name)
      plan.killPod = true
      return
    case 'unknown':
      if (!isSidecar && (container.restartPolicy ?? input.pod.restartPolicy) === 'Never') {
        plan.killPod = true
        return
      }
      plan.containersToKill.push(killUnknown(name, 'Init container'))
      start(plan, name)
  }
}

/** A sidecar counts as initialized once it has started; its liveness is not waited for. */
function planRunningSidecar(input: ActionsInput, plan: Plan, step: InitStep): void {
  const { name, startupProbe, livenessProbe } = input.pod.initContainers[step.index]
  const startup = input.startup.get(name)
  const kill = (reason: 'startup' | 'liveness') => {
    const message = `Init container ${name} failed ${reason} probe`
    plan.containersToKill.push({ name, message, reason })
    start(plan, name)
  }
  if (startupProbe !== null && startup !== 'Success') {
    if (startup === 'Failure') kill('startup')
    return
  }
  initialized(input, plan, step)
  if (livenessProbe !== null && input.liveness.get(name) === 'Failure') kill('liveness')
}

/** The next one's turn, if it is this container's first time. */
function initialized({ pod }: ActionsInput, plan: Plan, { index, walk }: InitStep): void {
  const next = pod.initContainers[index + 1]
  if (next === undefined) walk.hasInitialized = true
  else if (!walk.isLaterKnown || !pod.initContainers[index].isSidecar) start(plan, next.name)
}

function start(plan: Plan, name: string): void {
  plan.initContainersToStart.push(name)
}

function killUnknown(name: string, what: string): KilledContainer {
  const message = `${what} is in "unknown" state, try killing it before restart`
  return { name, message, reason: 'unknown' }
}
