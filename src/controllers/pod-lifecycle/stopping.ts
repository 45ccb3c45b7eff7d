import { Rank } from '../timeline.ts'
import { runOf } from './container-script.ts'
import type { SimulatedContainer } from './simulated-container.ts'
import type { SimulatedPod } from './simulated-pod.ts'
import { planStops, type RunningContainer, type StopPlan } from './stop-plan.ts'

/** Has containers stopped as planned; returns the instant at which the last of them has ended. */
export function stopContainers(
  pod: SimulatedPod,
  containers: readonly SimulatedContainer[],
  graceSeconds: number,
  end: (container: SimulatedContainer, exitCode: number) => void,
): number {
  const { nowMs } = pod.timeline
  const running = containers.map((one): RunningContainer => {
    const { seconds, exitCode } = runOf(one.script, one.run)
    const ownEnd = seconds === null ? null : { atMs: one.startedMs + seconds * 1000, exitCode }
    return { container: one.spec, script: one.script, ownEnd }
  })
  const sidecars = pod.spec.initContainers.filter(({ isSidecar }) => isSidecar)
  const names = sidecars.map(({ name }) => name)
  let lastMs = nowMs
  for (const plan of planStops(running, names, nowMs, graceSeconds)) {
    carryOut(pod, plan, end)
    lastMs = Math.max(lastMs, plan.endMs)
  }
  return lastMs
}

function carryOut(
  pod: SimulatedPod,
  { name, preStop, waitsToMs, termMs, killMs, endMs, exitCode }: StopPlan,
  end: (container: SimulatedContainer, exitCode: number) => void,
): void {
  const container = pod.byName.get(name)
  if (container === undefined) return
  const { run } = container
  // It may end by itself before.
  const at = (atMs: number, act: () => void) =>
    pod.timeline.at(atMs, Rank.timer, () => {
      if (container.run === run && container.state === 'running') act()
    })
  const hookEndMs = preStop?.toMs ?? pod.timeline.nowMs
  if (preStop !== null) {
    at(preStop.fromMs, () => pod.tell(name, 'preStop'))
    at(preStop.toMs, () => pod.tell(name, preStop.isCut ? 'preStopCut' : 'preStopEnded'))
  }
  if (waitsToMs !== null && waitsToMs > hookEndMs) {
    at(hookEndMs, () => pod.tell(name, 'waitsForOthers', { untilMs: waitsToMs }))
  }
  at(termMs, () => pod.tell(name, 'term'))
  if (killMs !== null) at(killMs, () => pod.tell(name, 'kill'))
  at(endMs, () => end(container, exitCode))
}
