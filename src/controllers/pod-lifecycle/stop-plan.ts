import { type ContainerScript, KILLED_CODE } from './container-script.ts'
import type { LifecycleContainer } from './lifecycle-pod.ts'

/** The kubelet gives a container at least so long between being told and being killed. */
const MINIMUM_SECONDS = 2

/** How one container is stopped. Times are in milliseconds of the run. */
export interface StopPlan {
  readonly name: string
  /** null: it has no preStop hook, or no time for one. */
  readonly preStop: {
    readonly fromMs: number
    readonly toMs: number
    readonly isCut: boolean
  } | null
  /** A sidecar's wait for those that must end first. */
  readonly waitsToMs: number | null
  /** SIGTERM. */
  readonly termMs: number
  /** SIGKILL, if it comes to that; null: the container ends before. */
  readonly killMs: number | null
  readonly endMs: number
  readonly exitCode: number
}

export interface StopInput {
  readonly container: LifecycleContainer
  readonly script: ContainerScript
  /** Counted from when the container started, where it would have ended by itself; null: never. */
  readonly ownEnd: { readonly atMs: number; readonly exitCode: number } | null
  readonly fromMs: number
  readonly graceSeconds: number
  /** When the last of those has ended for which this container waits; null: it waits for none. */
  readonly othersEndMs: number | null
}

/**
 * killContainer: preStop hook within the grace, then the turn in the order of sidecars, then SIGTERM,
 * and SIGKILL when what is left of the grace is over, at least 2 s later. The grace is counted in
 * whole seconds, and what was waited is rounded down.
 */
function planStop(input: StopInput): StopPlan {
  const { container, script, fromMs, graceSeconds, othersEndMs } = input
  let left = graceSeconds
  let atMs = fromMs
  let preStop: StopPlan['preStop'] = null
  if (container.preStop.kind !== 'none' && left > 0) {
    const hook = script.preStopSeconds
    const took = Math.min(hook ?? left, left)
    const toMs = atMs + took * 1000
    preStop = { fromMs: atMs, toMs, isCut: hook === null || hook > left }
    atMs = toMs
    left -= Math.trunc(took)
  }
  let waitsToMs: number | null = null
  if (othersEndMs !== null && left > 0) {
    waitsToMs = Math.min(Math.max(othersEndMs, atMs), atMs + left * 1000)
    left -= Math.trunc((waitsToMs - atMs) / 1000)
    atMs = waitsToMs
  }
  return { name: container.name, preStop, waitsToMs, ...endOf(input, atMs, left) }
}

function endOf({ script, ownEnd }: StopInput, termMs: number, left: number) {
  const mustMs = termMs + Math.max(left, MINIMUM_SECONDS) * 1000
  // A process may end by itself while the kubelet still waits.
  if (ownEnd !== null && ownEnd.atMs <= termMs) {
    const { atMs: endMs, exitCode } = ownEnd
    return { termMs, killMs: null, endMs, exitCode }
  }
  const byTermMs = script.stopSeconds === null ? mustMs : termMs + script.stopSeconds * 1000
  if (script.stopSeconds !== null && byTermMs <= mustMs) {
    return { termMs, killMs: null, endMs: byTermMs, exitCode: script.exitCodeOnStop }
  }
  return { termMs, killMs: mustMs, endMs: mustMs, exitCode: KILLED_CODE }
}

export interface RunningContainer {
  readonly container: LifecycleContainer
  readonly script: ContainerScript
  readonly ownEnd: StopInput['ownEnd']
}

/**
 * killContainersWithSyncResult: everything that runs is stopped at the same time, but sidecars wait
 * for the containers, and each for the sidecars after it (newTerminationOrdering).
 */
export function planStops(
  running: readonly RunningContainer[],
  sidecarsInOrder: readonly string[],
  fromMs: number,
  graceSeconds: number,
): StopPlan[] {
  const plan = (one: RunningContainer, othersEndMs: number | null) =>
    planStop({ ...one, fromMs, graceSeconds, othersEndMs })
  const isSidecar = ({ container }: RunningContainer) => container.isSidecar
  const plans = running.filter((one) => !isSidecar(one)).map((one) => plan(one, null))
  const inits = new Set(
    running.flatMap(({ container }) => (container.isInit ? container.name : [])),
  )
  let lastEndMs = fromMs
  for (const { name, endMs } of plans) if (!inits.has(name)) lastEndMs = Math.max(lastEndMs, endMs)
  const byName = new Map(running.map((one) => [one.container.name, one]))
  for (const name of sidecarsInOrder.toReversed()) {
    const sidecar = byName.get(name)
    if (sidecar === undefined) continue
    const stopped = plan(sidecar, lastEndMs)
    plans.push(stopped)
    lastEndMs = Math.max(lastEndMs, stopped.endMs)
  }
  return plans
}
