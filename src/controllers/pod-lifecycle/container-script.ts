import type { LifecycleContainer } from './lifecycle-pod.ts'
import type { ProbeResult } from './pod-actions.ts'
import type { ProbeKind } from './probe-worker.ts'

/** One run of a container. */
export interface ScriptedRun {
  /** How long it runs by itself; null: until it is stopped. */
  readonly seconds: number | null
  readonly exitCode: number
}

/** From so many seconds after the container's start a probe finds this. */
export interface ScriptedProbe {
  readonly from: number
  readonly result: ProbeResult
}

/** What a container does, as the caller says. */
export interface ContainerScript {
  /** Before its first start. */
  readonly pullSeconds: number
  readonly postStartSeconds: number
  /** Run by run; the last one repeats. */
  readonly runs: readonly ScriptedRun[]
  readonly probes: { readonly [kind in ProbeKind]: readonly ScriptedProbe[] }
  /** null: it never returns. */
  readonly preStopSeconds: number | null
  /** From being told to stop to its end; null: it has to be killed. */
  readonly stopSeconds: number | null
  readonly exitCodeOnStop: number
}

const FOREVER: ScriptedRun = { seconds: null, exitCode: 0 }
const AT_ONCE: ScriptedRun = { seconds: 0, exitCode: 0 }

/** Exit code of a process that SIGTERM ended. */
const TERMINATED_CODE = 143
/** Exit code of a process that SIGKILL ended. */
export const KILLED_CODE = 137

/**
 * What is assumed of a container of which nothing is said: init containers succeed at once, the
 * others run on, probes succeed, and stopping takes as long as it may.
 */
export function defaultScript(container: LifecycleContainer): ContainerScript {
  const isOnce = container.isInit && !container.isSidecar
  return {
    pullSeconds: 0,
    postStartSeconds: 0,
    runs: [isOnce ? AT_ONCE : FOREVER],
    probes: { startup: [], readiness: [], liveness: [] },
    preStopSeconds: container.preStop.kind === 'sleep' ? container.preStop.seconds : null,
    stopSeconds: null,
    exitCodeOnStop: TERMINATED_CODE,
  }
}

/** The nth run, counted from 0. */
export function runOf({ runs }: ContainerScript, index: number): ScriptedRun {
  return runs[Math.min(index, runs.length - 1)] ?? FOREVER
}

export function probeResultAt(
  { probes }: ContainerScript,
  kind: ProbeKind,
  ranMs: number,
): ProbeResult {
  let result: ProbeResult = 'Success'
  for (const step of probes[kind]) if (step.from * 1000 <= ranMs) result = step.result
  return result
}
