import { type Appointment, Rank } from '../timeline.ts'
import { probeResultAt } from './container-script.ts'
import type { ProbeWorker } from './probe-worker.ts'
import type { SimulatedContainer } from './simulated-container.ts'
import type { SimulatedPod } from './simulated-pod.ts'

/** The turns of all probes of a pod: on a beat of their own each, which began with the pod. */
export class Probing {
  private readonly pod: SimulatedPod
  private readonly untilMs: number
  private readonly onChange: () => void
  private readonly readinessTurns = new Map<SimulatedContainer, Appointment>()

  constructor(pod: SimulatedPod, untilMs: number, onChange: () => void) {
    this.pod = pod
    this.untilMs = untilMs
    this.onChange = onChange
    for (const container of pod.containers) {
      for (const worker of container.workers) this.repeat(container, worker, 0)
    }
  }

  /**
   * A status of containers that have started and are not ready has their readiness probes run at
   * once; their beat then goes on from here.
   */
  statusTold(): void {
    for (const container of this.pod.containers) {
      const worker = container.worker('readiness')
      if (worker === undefined || !container.isStarted || container.isReady) continue
      this.readinessTurns.get(container)?.cancel()
      this.repeat(container, worker, this.pod.timeline.nowMs)
    }
  }

  private repeat(container: SimulatedContainer, worker: ProbeWorker, atMs: number): void {
    if (atMs > this.untilMs) return
    const { pod } = this
    const turn = pod.timeline.at(atMs, Rank.monitor, () => {
      if (pod.isOver || pod.removedMs !== null) return
      // First, since the probe's result may have the readiness probe's beat begin anew.
      this.repeat(container, worker, atMs + worker.probe.periodSeconds * 1000)
      // A pod that goes is no longer killed for what its probes say, but it can lose its readiness.
      if (!pod.isTerminating || worker.kind === 'readiness') this.probe(container, worker)
    })
    if (worker.kind === 'readiness') this.readinessTurns.set(container, turn)
  }

  private probe(container: SimulatedContainer, worker: ProbeWorker): void {
    if (container.toldRun < 0) return
    const { nowMs } = this.pod.timeline
    const isRunning = container.state === 'running' && container.toldRun === container.run
    const { startedMs, isStarted, toldRun: run } = container
    const probe = () => probeResultAt(container.script, worker.kind, nowMs - startedMs)
    const isChanged = worker.turn({ run, isRunning, startedMs, isStarted }, nowMs, probe)
    if (!isChanged || !isRunning) return
    const result = worker.resultOf(run) ?? 'Unknown'
    this.pod.tell(container.spec.name, 'probe', { probe: worker.kind, result })
    this.onChange()
  }
}
