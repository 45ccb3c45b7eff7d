import { Rank } from '../timeline.ts'
import { RestartBackOff } from './back-off.ts'
import { type ContainerScript, runOf } from './container-script.ts'
import type { LifecyclePod } from './lifecycle-pod.ts'
import type { KilledContainer } from './pod-actions.ts'
import { RESTARTING_ALL } from './pod-phase.ts'
import { Probing } from './probing.ts'
import { restartsAll } from './restart-rules.ts'
import type { SimulatedContainer } from './simulated-container.ts'
import { SimulatedPod, WORK_MAX } from './simulated-pod.ts'
import { stopContainers } from './stopping.ts'

export interface SimulationInput {
  readonly pod: LifecyclePod
  readonly scripts: ReadonlyMap<string, ContainerScript>
  readonly untilMs: number
  readonly backOffMaxMs: number
  readonly deletion: { readonly atMs: number; readonly gracePeriodSeconds: number } | null
}

export interface SimulationRun {
  readonly pod: SimulatedPod
  readonly backOff: RestartBackOff
  /** Where it was given up as too much; null: it went to its end. */
  readonly cutOffMs: number | null
}

/** A pod, from its kubelet's first sight of it, as its containers' scripts have it. */
export function* simulatePod(input: SimulationInput): Generator<void, SimulationRun, void> {
  // What was deleted before is of no concern here: the pod begins anew.
  const pod = new SimulatedPod({ ...input.pod, isTerminating: false }, input.scripts)
  const worker = new PodWorker(pod, input)
  const { activeDeadlineSeconds } = pod.spec
  const { timeline } = pod
  timeline.at(0, Rank.change, () => worker.wantSync())
  const { deletion } = input
  if (deletion !== null) timeline.at(deletion.atMs, Rank.change, () => worker.delete())
  if (activeDeadlineSeconds !== null) {
    timeline.at(activeDeadlineSeconds * 1000, Rank.timer, () => worker.exceedDeadline())
  }
  const cutOffMs = yield* timeline.run(input.untilMs, WORK_MAX)
  return { pod, backOff: worker.backOff, cutOffMs }
}

/**
 * The kubelet's worker of one pod. Its syncs come one after another, each at once when something has
 * happened; a real one notices within a second, and adds up to half to a back-off.
 */
class PodWorker {
  readonly backOff: RestartBackOff
  private readonly pod: SimulatedPod
  private readonly input: SimulationInput
  private readonly probing: Probing
  /** Until when containers wait to be restarted. */
  private readonly waits = new Map<string, number>()
  private isSyncing = false
  private isSyncWanted = false
  private readonly end = (container: SimulatedContainer, exitCode: number): void => {
    container.end(this.pod.timeline.nowMs, exitCode)
    this.pod.tell(container.spec.name, 'exited', { exitCode, run: container.run })
    this.wantSync()
  }

  constructor(pod: SimulatedPod, input: SimulationInput) {
    this.pod = pod
    this.input = input
    this.backOff = new RestartBackOff(input.backOffMaxMs)
    this.probing = new Probing(pod, input.untilMs, () => this.wantSync())
  }

  wantSync(): void {
    if (this.pod.isTerminating || this.pod.isOver) return this.pod.publish()
    if (this.isSyncing) {
      this.isSyncWanted = true
      return
    }
    this.isSyncing = true
    this.proceed(this.sync())
  }

  delete(): void {
    const { deletion } = this.input
    if (deletion === null) return
    const { pod } = this
    const { timeline } = pod
    const grace = pod.isOver ? 0 : deletion.gracePeriodSeconds
    pod.tell(null, 'deleted', { untilMs: timeline.nowMs + grace * 1000 })
    pod.tell(null, 'leavesEndpoints')
    pod.isTerminating = true
    // Without grace the object goes at once; the kubelet stops what runs all the same.
    if (grace === 0) this.remove()
    const lastMs = stopContainers(pod, pod.running, Math.max(grace, 1), this.end)
    pod.publish()
    if (grace > 0) timeline.at(lastMs, Rank.taintingPass, () => this.remove())
  }

  exceedDeadline(): void {
    const { pod } = this
    if (pod.isOver || pod.isTerminating) return
    const because = 'Pod was active on the node longer than the specified deadline'
    pod.failure = { reason: 'DeadlineExceeded', because }
    pod.tell(null, 'deadline', { message: because })
    pod.isTerminating = true
    pod.publish()
    stopContainers(pod, pod.running, Math.max(pod.spec.gracePeriodSeconds, 1), this.end)
  }

  private remove(): void {
    if (this.pod.removedMs !== null) return
    this.pod.removedMs = this.pod.timeline.nowMs
    this.pod.tell(null, 'removed')
  }

  /** Lets a sync go on; where it waits, time passes. */
  private proceed(sync: Generator<number, void, void>): void {
    // A pod that is being deleted is no longer synced.
    const step = this.pod.isTerminating ? { done: true as const } : sync.next()
    if (step.done !== true) {
      this.pod.timeline.at(step.value, Rank.timer, () => this.proceed(sync))
      return
    }
    this.isSyncing = false
    if (!this.isSyncWanted) return
    this.isSyncWanted = false
    this.wantSync()
  }

  /** SyncPod. What it yields are instants until which it waits. */
  private *sync(): Generator<number, void, void> {
    const { pod } = this
    pod.publish()
    this.probing.statusTold()
    if (pod.isOver) {
      stopContainers(pod, pod.running, pod.spec.gracePeriodSeconds, this.end)
      return
    }
    if (pod.containers.some(hasAskedForAll)) return yield* this.restartAll()
    // Back-off looks at what had ended when the sync began.
    const ended = new Map(pod.containers.map((one) => [one.spec.name, one.newestEndMs]))
    const actions = pod.nextActions()
    if (actions.killPod) return yield* this.stop(pod.running, pod.spec.gracePeriodSeconds)
    for (const killed of actions.containersToKill) yield* this.kill(killed)
    for (const name of [...actions.initContainersToStart, ...actions.containersToStart]) {
      const container = pod.byName.get(name)
      if (container === undefined) continue
      const isStarted = yield* this.start(container, ended.get(name) ?? null)
      const isInit = container.spec.isInit && !container.spec.isSidecar
      if (!isStarted && isInit) return
    }
  }

  /** Whether the container was started. */
  private *start(
    container: SimulatedContainer,
    endedMs: number | null,
  ): Generator<number, boolean, void> {
    const { timeline } = this.pod
    const { script, spec } = container
    if (endedMs !== null) {
      const untilMs = this.backOff.waitsUntil(spec.name, endedMs, timeline.nowMs)
      if (untilMs !== null) {
        this.keepWaiting(container, untilMs)
        return false
      }
      this.backOff.next(spec.name, endedMs, timeline.nowMs)
    }
    if (!container.isPulled && script.pullSeconds > 0) {
      this.pod.tell(spec.name, 'pulling')
      yield timeline.nowMs + script.pullSeconds * 1000
    }
    container.isPulled = true
    this.begin(container)
    if (script.postStartSeconds > 0 && spec.hasPostStart) {
      yield timeline.nowMs + script.postStartSeconds * 1000
      this.pod.tell(spec.name, 'postStartEnded')
    }
    return true
  }

  private keepWaiting(container: SimulatedContainer, untilMs: number): void {
    const { namespace, name, uid } = this.pod.spec
    const own = container.spec.name
    if (container.waitingReason === null) {
      const wait = goDuration(this.backOff.get(own))
      const told = `${name}_${namespace}(${uid})`
      const message = `back-off ${wait} restarting failed container=${own} pod=${told}`
      this.pod.tell(own, 'backOff', { untilMs, message })
    }
    container.waitingReason = 'CrashLoopBackOff'
    if (this.waits.get(own) === untilMs) return
    this.waits.set(own, untilMs)
    this.pod.timeline.at(untilMs, Rank.timer, () => this.wantSync())
  }

  private begin(container: SimulatedContainer): void {
    const { timeline } = this.pod
    container.begin(timeline.nowMs)
    if (!container.spec.isInit) this.pod.hasInitialized = true
    const { run, script } = container
    this.pod.tell(container.spec.name, 'started', { run })
    const { seconds, exitCode } = runOf(script, run)
    if (seconds !== null) {
      timeline.at(timeline.nowMs + seconds * 1000, Rank.timer, () => {
        if (container.run === run && container.state === 'running') this.end(container, exitCode)
      })
    }
    this.wantSync()
  }

  private *kill({ name, message, reason }: KilledContainer): Generator<number, void, void> {
    const container = this.pod.byName.get(name)
    if (container === undefined) return
    this.pod.tell(name, 'killing', { message })
    const { livenessProbe, startupProbe } = container.spec
    const probe = reason === 'liveness' ? livenessProbe : startupProbe
    const own = probe?.terminationGracePeriodSeconds
    yield* this.stop([container], own ?? this.pod.spec.gracePeriodSeconds)
  }

  /** Everything is killed and starts over, init containers included; nothing is held back. */
  private *restartAll(): Generator<number, void, void> {
    this.pod.tell(null, 'restartAll')
    yield* this.stop(this.pod.running, 0)
    for (const container of this.pod.containers) container.reset(RESTARTING_ALL)
    this.pod.hasInitialized = false
    this.isSyncWanted = true
  }

  /** Stops containers and waits for the last of them. */
  private *stop(
    containers: readonly SimulatedContainer[],
    graceSeconds: number,
  ): Generator<number, void, void> {
    const lastMs = stopContainers(this.pod, containers, graceSeconds, this.end)
    if (lastMs > this.pod.timeline.nowMs) yield lastMs
  }
}

function hasAskedForAll({ state, spec, exitCode }: SimulatedContainer): boolean {
  return state === 'exited' && restartsAll(spec, exitCode)
}

/** How Go writes a duration of whole seconds. */
function goDuration(ms: number): string {
  const seconds = ms / 1000
  return seconds < 60 ? `${seconds}s` : `${Math.trunc(seconds / 60)}m${seconds % 60}s`
}
