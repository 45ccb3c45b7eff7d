import type { Probe } from './lifecycle-pod.ts'
import type { ProbeResult } from './pod-actions.ts'

export type ProbeKind = 'startup' | 'readiness' | 'liveness'

/** What a worker sees of its container when its turn comes. */
export interface ProbedContainer {
  /** Counts the container's runs: a new one has a new id. */
  readonly run: number
  readonly isRunning: boolean
  readonly startedMs: number
  /** Its startup probe has succeeded, or it has none. */
  readonly isStarted: boolean
}

/**
 * prober.worker.doProbe: one probe of one container. How often in a row a result came is remembered
 * beyond the container's end, as upstream does: after a restart one success can be enough.
 */
export class ProbeWorker {
  readonly kind: ProbeKind
  readonly probe: Probe
  /** As it counts for the run; null: not known yet. */
  private result: ProbeResult | null = null
  private run = -1
  private lastResult: ProbeResult | null = null
  private times = 0
  private isOnHold = false

  constructor(kind: ProbeKind, probe: Probe) {
    this.kind = kind
    this.probe = probe
  }

  /** What a new container's result is until a probe has run. */
  private get initial(): ProbeResult | null {
    if (this.kind === 'startup') return null
    return this.kind === 'liveness' ? 'Success' : 'Failure'
  }

  /** Results are of one run alone. */
  resultOf(run: number): ProbeResult | null {
    return run === this.run ? this.result : null
  }

  /** One turn; `probe` tells what the probe would find now. Whether the result changed. */
  turn(container: ProbedContainer, nowMs: number, probe: () => ProbeResult): boolean {
    const before = this.resultOf(container.run)
    this.look(container, nowMs, probe)
    return this.result !== before
  }

  private look(container: ProbedContainer, nowMs: number, probe: () => ProbeResult): void {
    if (container.run !== this.run) {
      this.run = container.run
      this.result = this.initial
      this.isOnHold = false
    }
    if (this.isOnHold) return
    if (!container.isRunning) {
      this.result = 'Failure'
      return
    }
    const ranSeconds = Math.trunc((nowMs - container.startedMs) / 1000)
    if (ranSeconds < this.probe.initialDelaySeconds) return
    // Startup probes end with the start, the others begin with it.
    if (container.isStarted === (this.kind === 'startup')) return
    this.count(probe())
  }

  private count(result: ProbeResult): void {
    this.times = result === this.lastResult ? this.times + 1 : 1
    this.lastResult = result
    const { failureThreshold, successThreshold } = this.probe
    if (this.times < (result === 'Failure' ? failureThreshold : successThreshold)) return
    this.result = result
    if (this.kind === 'startup' || (this.kind === 'liveness' && result === 'Failure')) {
      this.isOnHold = true
      this.times = 0
    }
  }
}
