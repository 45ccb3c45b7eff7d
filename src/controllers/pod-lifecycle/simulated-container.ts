import type { ContainerScript } from './container-script.ts'
import type { ContainerState, ContainerStatus, Termination } from './container-status.ts'
import type { LifecycleContainer, Probe } from './lifecycle-pod.ts'
import type { RuntimeState } from './pod-actions.ts'
import { type ProbeKind, ProbeWorker } from './probe-worker.ts'

/** A container of a simulated pod: what runs, and what the kubelet's last status says of it. */
export class SimulatedContainer {
  readonly spec: LifecycleContainer
  readonly script: ContainerScript
  readonly workers: readonly ProbeWorker[]
  state: 'none' | 'running' | 'exited' = 'none'
  isPulled = false
  /** Starts so far; the run under way or the last one is one less. */
  starts = 0
  startedMs = 0
  endedMs = 0
  exitCode = 0
  reason = ''
  /** The end of the run before, once there was one. */
  last: Termination | null = null
  lastEndedMs: number | null = null
  /** Why it is not started again; null: it is not kept waiting. */
  waitingReason: string | null = null
  /** The run whose start the kubelet's status has told; probes see no other. */
  toldRun = -1

  constructor(spec: LifecycleContainer, script: ContainerScript) {
    this.spec = spec
    this.script = script
    this.workers = [
      ...workerOf('startup', spec.startupProbe),
      ...workerOf('readiness', spec.readinessProbe),
      ...workerOf('liveness', spec.livenessProbe),
    ]
  }

  get run(): number {
    return this.starts - 1
  }

  worker(kind: ProbeKind): ProbeWorker | undefined {
    return this.workers.find((one) => one.kind === kind)
  }

  get isStarted(): boolean {
    if (this.state !== 'running') return false
    const startup = this.worker('startup')
    return startup === undefined || startup.resultOf(this.run) === 'Success'
  }

  get isReady(): boolean {
    const isOnce = this.spec.isInit && !this.spec.isSidecar
    if (isOnce) return this.state === 'exited' && this.exitCode === 0
    if (!this.isStarted) return false
    const readiness = this.worker('readiness')
    return readiness === undefined || readiness.resultOf(this.run) === 'Success'
  }

  get runtime(): RuntimeState | null {
    return this.state === 'none' ? null : { state: this.state, exitCode: this.exitCode }
  }

  /** When the newest run that is over ended; null: there is none. */
  get newestEndMs(): number | null {
    return this.state === 'exited' ? this.endedMs : this.lastEndedMs
  }

  begin(nowMs: number): void {
    if (this.state === 'exited') {
      this.last = { exitCode: this.exitCode, reason: this.reason }
      this.lastEndedMs = this.endedMs
    }
    this.state = 'running'
    this.startedMs = nowMs
    this.waitingReason = null
    this.starts++
  }

  end(nowMs: number, exitCode: number): void {
    this.state = 'exited'
    this.endedMs = nowMs
    this.exitCode = exitCode
    this.reason = exitCode === 0 ? 'Completed' : 'Error'
  }

  /** Removed, so that it starts as if it never had; its end is remembered with this reason. */
  reset(reason: string): void {
    if (this.state === 'none') return
    this.last = { exitCode: this.exitCode, reason }
    this.state = 'none'
    this.lastEndedMs = null
  }

  /** As the kubelet reports it. */
  get status(): ContainerStatus {
    const restartCount = Math.max(this.starts - 1, 0)
    const { isReady, isStarted } = this
    return { name: this.spec.name, isReady, isStarted, restartCount, state: this.reportedState }
  }

  private get reportedState(): ContainerState {
    if (this.state === 'running') return { kind: 'running' }
    if (this.state === 'none')
      return { kind: 'waiting', reason: 'PodInitializing', last: this.last }
    const termination = { exitCode: this.exitCode, reason: this.reason }
    return this.waitingReason === null
      ? { kind: 'terminated', termination }
      : { kind: 'waiting', reason: this.waitingReason, last: termination }
  }
}

function workerOf(kind: ProbeKind, probe: Probe | null): ProbeWorker[] {
  return probe === null ? [] : [new ProbeWorker(kind, probe)]
}
