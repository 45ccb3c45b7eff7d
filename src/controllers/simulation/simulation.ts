import type { QueueRules } from '../../scheduler/around/queue-rules.ts'
import { rejectingPlugins } from '../../scheduler/around/rejecting-plugins.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import { Rank, Timeline } from '../timeline.ts'
import { isHopeless } from './hopeless.ts'
import type { ScriptEntry, ScriptStep } from './script.ts'
import { isOnNode, keyOf, type SimulatedPod } from './simulated-pod.ts'
import { SimulatedQueue } from './simulated-queue.ts'
import type { Sample, SimulationEvent } from './simulation-event.ts'
import type { World } from './world.ts'

export interface SimulationRules {
  readonly queue: QueueRules
  /** Of every simulated time: what release and caller call now. */
  readonly startMs: number
  readonly decisionsMax: number
}

const WORK_PER_DECISION = 1000
/** An attempt that can only end as the one before it. */
const WORK_PER_REPETITION = 20

/**
 * Lets time pass over a cluster: pods come and go as the script says, wait in the scheduler's queue,
 * back off, preempt with the grace of their victims, and are made anew by their controllers.
 */
export class Simulation {
  readonly events: SimulationEvent[] = []
  readonly samples: Sample[] = []
  readonly pods: SimulatedPod[] = []
  private readonly world: World
  private readonly rules: SimulationRules
  private readonly timeline = new Timeline()
  private readonly queue: SimulatedQueue
  private readonly byKey = new Map<string, SimulatedPod>()
  /** On nodes or waiting. */
  private readonly live = new Set<SimulatedPod>()

  constructor(world: World, rules: SimulationRules) {
    this.world = world
    this.rules = rules
    this.queue = new SimulatedQueue({
      timeline: this.timeline,
      rules: rules.queue,
      startMs: rules.startMs,
      tryAll: (active) => this.schedule(active),
    })
  }

  /** A pod that is there at the start; with a node it runs. */
  begin(source: number, name: string, node: string): void {
    const one = this.add(source, name, null)
    if (node === '') return this.queue.add(one)
    one.state = 'running'
    one.node = node
    one.scheduledAtMs = 0
    this.world.keep(one)
    const { deletionTimeMs, signature } = one.pod
    if (!signature.terminating) return
    one.state = 'leaving'
    const leavesAtMs = Math.max(0, (deletionTimeMs ?? 0) - this.rules.startMs)
    this.timeline.at(leavesAtMs, Rank.timer, () => this.free(one, 'deleted'))
  }

  /** Plays the script to its end; the time at which it was given up, or null. */
  *run(script: readonly ScriptEntry[], untilMs: number): Generator<void, number | null, void> {
    for (const { atMs, step } of script) {
      this.timeline.at(atMs, Rank.change, () => this.play(step))
    }
    this.sample()
    return yield* this.timeline.run(untilMs, this.rules.decisionsMax * WORK_PER_DECISION)
  }

  private play(step: ScriptStep): void {
    switch (step.kind) {
      case 'create': {
        const one = this.add(step.source, step.name, step.runMs)
        this.tell('created', one)
        return this.queue.add(one)
      }
      case 'delete': {
        const one = this.byKey.get(step.pod)
        if (one === undefined || !this.live.has(one)) return
        if (isOnNode(one)) return this.leave(one, 'deleted')
        this.end(one, 'deleted')
        return this.world.forget(one)
      }
      case 'finish': {
        const one = this.byKey.get(step.pod)
        if (one?.state === 'running') this.free(one, 'finished')
        return
      }
      case 'nodes':
        return this.changeNodes(step.read(), new Set(step.removed))
    }
  }

  private add(source: number, name: string, runMs: number | null): SimulatedPod {
    const serial = this.pods.length
    const { nowMs } = this.timeline
    const one: SimulatedPod = {
      source,
      serial,
      name,
      pod: this.world.make(source, name, serial),
      createdAtMs: nowMs,
      runMs,
      state: 'active',
      node: '',
      failures: 0,
      attempts: 0,
      rejectedBy: [],
      isEarly: false,
      isToBeFlushed: false,
      waitsSinceMs: nowMs,
      scheduledAtMs: null,
      endedAtMs: null,
      message: '',
    }
    this.pods.push(one)
    this.byKey.set(keyOf(one), one)
    this.live.add(one)
    return one
  }

  /** The queue's active pods one after another, each on top of the last. */
  private schedule(active: readonly SimulatedPod[]): void {
    /** Why pods of a kind fit nowhere, which more pods on the nodes do not change. */
    const hopeless = new Map<number, SimulatedPod>()
    for (const one of active) {
      one.attempts++
      one.isEarly = false
      const known = hopeless.get(one.pod.signature.id)
      if (known !== undefined) {
        this.timeline.addWork(WORK_PER_REPETITION)
        this.refuse(one, 'unschedulable', known.message, known.rejectedBy)
        continue
      }
      this.timeline.addWork(WORK_PER_DECISION)
      const decision = this.world.cycle.decide(one.pod)
      this.settle(one, decision)
      if (isHopeless(one, decision)) hopeless.set(one.pod.signature.id, one)
    }
    this.sample()
  }

  private settle(one: SimulatedPod, decision: Decision): void {
    const { outcome, message } = decision
    if (outcome === 'scheduled') return this.start(one, this.world.nameOf(decision.node))
    if (outcome === 'unschedulable' || outcome === 'error') {
      this.refuse(one, outcome, message, rejectingPlugins(decision))
      return this.preempt(one, decision)
    }
    this.queue.remove(one)
    one.state = 'outside'
    one.message = message === '' ? outcome : message
    this.tell('outside', one, '', one.message)
  }

  /** Told when it is another reason than before. */
  private refuse(
    one: SimulatedPod,
    outcome: 'unschedulable' | 'error',
    message: string,
    rejectedBy: readonly string[],
  ): void {
    if (one.message !== message) this.tell(outcome, one, '', message)
    one.message = message
    one.rejectedBy = rejectedBy
    // An attempt that no plugin ended, as on a cluster without nodes, is an error to the queue.
    this.queue.failed(one, outcome === 'error' || rejectedBy.length === 0)
  }

  private start(one: SimulatedPod, node: string): void {
    this.queue.remove(one)
    this.world.place(one, node)
    one.state = 'running'
    one.node = node
    one.failures = 0
    one.scheduledAtMs = this.timeline.nowMs
    this.tell('scheduled', one, node)
    const { runMs } = one
    if (runMs !== null) {
      this.timeline.at(this.timeline.nowMs + runMs, Rank.timer, () => {
        if (one.state === 'running') this.free(one, 'finished')
      })
    }
    this.queue.wake('AssignedPod', 'Add')
  }

  private preempt(one: SimulatedPod, { preemption }: Decision): void {
    if (preemption === null || preemption.node < 0) return
    const node = this.world.nameOf(preemption.node)
    const winner = preemption.candidates.find(({ lostBy }) => lostBy === null)
    for (const { pod } of winner?.victims ?? []) {
      const victim = this.byKey.get(`${pod.signature.namespace}/${pod.name}`)
      if (victim?.state === 'running') this.leave(victim, 'preempted', keyOf(one))
    }
    this.world.promise(one, node)
  }

  /** Asked to go: it keeps its room until its grace is over. */
  private leave(one: SimulatedPod, why: 'deleted' | 'preempted', by = ''): void {
    one.state = 'leaving'
    this.tell(why, one, one.node, by)
    const graceMs = one.pod.signature.terminationGraceSeconds * 1000
    this.timeline.at(this.timeline.nowMs + graceMs, Rank.timer, () => {
      if (one.state === 'leaving') this.free(one, why === 'deleted' ? 'deleted' : 'lost')
    })
    if (why === 'preempted') this.makeAnew(one)
  }

  private free(one: SimulatedPod, state: 'finished' | 'deleted' | 'lost'): void {
    const { node } = one
    this.world.remove(one)
    this.tell(state === 'finished' ? 'finished' : 'left', one, node)
    this.end(one, state)
    this.queue.wake('AssignedPod', 'Delete')
    this.sample()
  }

  private end(one: SimulatedPod, state: 'finished' | 'deleted' | 'lost'): void {
    one.state = state
    one.endedAtMs = this.timeline.nowMs
    this.live.delete(one)
    this.queue.remove(one)
  }

  /** By its controller, as soon as it is asked to go; a pod without one is gone for good. */
  private makeAnew(one: SimulatedPod): void {
    const { controller } = one.pod.signature
    if (controller === null || controller.kind === 'DaemonSet') return
    const copy = this.add(one.source, `${baseName(one.name)}~${this.pods.length}`, one.runMs)
    this.tell('created', copy)
    this.queue.add(copy)
  }

  /** Pods on a node that is gone are lost at once. */
  private changeNodes(cluster: Cluster, removed: ReadonlySet<string>): void {
    for (const name of removed) this.tell('nodes', null, name, 'removed')
    const lost = [...this.live].filter((one) => isOnNode(one) && removed.has(one.node))
    for (const one of lost) {
      this.world.remove(one)
      const wasRunning = one.state === 'running'
      this.tell('lost', one, one.node)
      this.end(one, 'lost')
      if (wasRunning) this.makeAnew(one)
    }
    const before = new Set(this.world.nodeNames)
    this.world.replace(cluster, this.live)
    const added = this.world.nodeNames.filter((name) => !before.has(name))
    for (const name of added) this.tell('nodes', null, name, 'added')
    if (lost.length > 0) this.queue.wake('AssignedPod', 'Delete')
    if (removed.size > 0) this.queue.wake('Node', 'Delete')
    if (added.length > 0) this.queue.wake('Node', 'Add')
    this.queue.callPass()
  }

  private tell(
    kind: SimulationEvent['kind'],
    pod: SimulatedPod | null,
    node = '',
    message = '',
  ): void {
    this.events.push({ atMs: this.timeline.nowMs, kind, pod, node, message })
  }

  private sample(): void {
    const waiting = [...this.live].filter((one) => !isOnNode(one)).length
    const sample = { atMs: this.timeline.nowMs, ...this.world.utilisation(), waiting }
    if (this.samples.at(-1)?.atMs === sample.atMs) this.samples.pop()
    this.samples.push(sample)
  }
}

function baseName(name: string): string {
  const at = name.indexOf('~')
  return at < 0 ? name : name.slice(0, at)
}
