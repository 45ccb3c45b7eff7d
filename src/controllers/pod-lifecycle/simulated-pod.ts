import { Timeline } from '../timeline.ts'
import { type ContainerScript, defaultScript } from './container-script.ts'
import type { ObservedStatus } from './container-status.ts'
import { type Happening, LifecycleJournal } from './lifecycle-journal.ts'
import type { LifecyclePod } from './lifecycle-pod.ts'
import { type PodActions, podActions } from './pod-actions.ts'
import { podConditions } from './pod-conditions.ts'
import { type PodPhase, podPhase } from './pod-phase.ts'
import { SimulatedContainer } from './simulated-container.ts'

type HappeningParts = Omit<Partial<Happening>, 'atMs' | 'container' | 'what'>

/** More than a day of crashes and probes; what needs more is cut off. */
export const WORK_MAX = 500_000

/** A pod with all that is true of it at one instant, and what was told so far. */
export class SimulatedPod {
  readonly spec: LifecyclePod
  readonly timeline: Timeline = new Timeline()
  readonly journal: LifecycleJournal = new LifecycleJournal()
  /** Init containers first. */
  readonly containers: readonly SimulatedContainer[]
  readonly byName: ReadonlyMap<string, SimulatedContainer>
  phase: PodPhase = 'Pending'
  /** It failed as a whole, whatever its containers did. */
  failure: { readonly reason: string; readonly because: string } | null = null
  /** It is being deleted or killed as a whole: nothing of it starts again. */
  isTerminating = false
  /** Some container that is no init container has run. */
  hasInitialized = false
  removedMs: number | null = null

  constructor(spec: LifecyclePod, scripts: ReadonlyMap<string, ContainerScript>) {
    this.spec = spec
    this.containers = [...spec.initContainers, ...spec.containers].map(
      (one) => new SimulatedContainer(one, scripts.get(one.name) ?? defaultScript(one)),
    )
    this.byName = new Map(this.containers.map((one) => [one.spec.name, one]))
  }

  get isOver(): boolean {
    return this.phase === 'Succeeded' || this.phase === 'Failed'
  }

  get running(): SimulatedContainer[] {
    return this.containers.filter(({ state }) => state === 'running')
  }

  tell(container: string | null, what: Happening['what'], more: HappeningParts = {}): void {
    this.journal.tell({ atMs: this.timeline.nowMs, container, what, ...more })
    if (this.journal.isFull) this.timeline.addWork(WORK_MAX)
  }

  /** What its kubelet would do now. */
  nextActions(): PodActions {
    const runtime = new Map(
      this.containers.flatMap(({ spec: { name }, runtime: state }) =>
        state === null ? [] : [[name, state] as const],
      ),
    )
    const results = (kind: 'startup' | 'liveness') =>
      new Map(
        this.containers.flatMap((one) => {
          const result = one.worker(kind)?.resultOf(one.run) ?? null
          return result === null ? [] : [[one.spec.name, result] as const]
        }),
      )
    const { spec } = this
    return podActions({
      pod: spec,
      runtime,
      startup: results('startup'),
      liveness: results('liveness'),
    })
  }

  /** generateAPIPodStatus: what the kubelet says of the pod now. */
  publish(): void {
    const { timeline, journal, containers, spec } = this
    for (const container of containers) container.toldRun = container.run
    const statuses = new Map(containers.map((one) => [one.spec.name, one.status]))
    const verdict = podPhase({
      pod: spec,
      statuses,
      isTerminal: this.isTerminating,
      hasInitialized: this.hasInitialized,
    })
    // No pod leaves a phase that is its last.
    if (this.failure !== null) this.phase = 'Failed'
    else if (!this.isOver) this.phase = verdict.phase
    const { reason = '', because = verdict.because } = this.failure ?? {}
    journal.notePhase({ atMs: timeline.nowMs, phase: this.phase, reason, because })
    const observed: ObservedStatus = {
      containers: statuses,
      conditions: journal.lastConditions,
      hasStatuses: true,
      phase: this.phase,
    }
    journal.noteConditions(timeline.nowMs, podConditions(spec, observed, this.phase))
  }
}
