import { reasonOf } from '../../reason-of.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { messageOf, type PodWrites, podName } from '../api-server/pod-writes.ts'
import type { PodToAskAbout } from '../extenders.ts'
import type { LiveMetrics } from '../live-metrics.ts'
import { schedulerNameOf } from '../pending-pod.ts'
import type { PreBinding } from './pre-binding.ts'

/** A pod on its way to the node that was chosen. */
export interface Placement {
  readonly key: string
  /** As it was told of last, and as it was read. */
  readonly object: JsonObject
  readonly pod: Pod
  readonly node: string
  /** What has to be done before. */
  readonly preBindings: readonly PreBinding[]
}

/** What bindings ask of others. */
export interface BindingContext {
  /** As far as the API server told. */
  readonly hasNode: (name: string) => boolean
  /** Null: no extender binds the pod; empty: one did, else why it did not. */
  readonly bindByExtender: (placed: PodToAskAbout, node: string) => Promise<string | null>
}

/** How far a placement has come. */
interface Progress {
  /** Given up, with the reason, unless it is sent. */
  readonly abort: AbortController
  isSent: boolean
  /** Others have to do something: it may take minutes. */
  isWaiting: boolean
}

/** Placements for which the API server is asked something, at a time. */
const ASKING_MAX = 64

/** Binds pods to their nodes, beside the deciding. */
export class Bindings {
  private readonly writes: PodWrites
  private readonly metrics: LiveMetrics
  private readonly context: BindingContext
  private readonly underWay = new Map<string, Progress>()
  private readonly promises = new Set<Promise<void>>()

  constructor(writes: PodWrites, metrics: LiveMetrics, context: BindingContext) {
    this.writes = writes
    this.metrics = metrics
    this.context = context
  }

  /** The API server has enough to answer for now. */
  get isBusy(): boolean {
    let asking = 0
    for (const { isWaiting } of this.underWay.values()) if (!isWaiting) asking++
    return asking >= ASKING_MAX
  }

  /** `onEnd`: the pod is bound, or why it is not. */
  start(placement: Placement, onEnd: (problem: string | null) => void): void {
    const { key } = placement
    const progress = { abort: new AbortController(), isSent: false, isWaiting: false }
    this.underWay.set(key, progress)
    const startedMs = Date.now()
    const binding = this.bind(placement, progress)
      .catch((error: unknown) => reasonOf(error))
      .then(async (problem) => {
        this.metrics.bindingEnded(problem === null ? 'bound' : 'failed', Date.now() - startedMs)
        if (problem !== null) for (const one of placement.preBindings) await one.undo()
        onEnd(problem)
      })
      .finally(() => {
        if (this.underWay.get(key) === progress) this.underWay.delete(key)
        this.promises.delete(binding)
      })
    this.promises.add(binding)
  }

  /** True when the pod goes back to the queue, and needs not be deleted to leave its node. */
  cancel(key: string, why: string): boolean {
    const progress = this.underWay.get(key)
    if (progress === undefined || progress.isSent) return false
    progress.abort.abort(why)
    return true
  }

  /** Until all that was begun is done; what waits for others is given up, and found again by the next. */
  async end(): Promise<void> {
    for (const { abort, isWaiting } of this.underWay.values()) {
      if (isWaiting) abort.abort('berth schedule stops')
    }
    // Bindings that end tell of it.
    while (this.promises.size > 0) await Promise.all(this.promises)
  }

  private async bind(placement: Placement, progress: Progress): Promise<string | null> {
    const { object, node, preBindings } = placement
    const { signal } = progress.abort
    // Autoscalers see that the node is about to be used, and the next process where to go on.
    if (preBindings.length > 0) {
      await this.writes.tell(object, { nominatedNodeName: node }).catch(() => {})
    }
    for (const one of preBindings) await one.write()
    const problem = await this.settle(preBindings, progress)
    if (problem !== null) return problem
    // The API server binds pods to nodes that are not there.
    if (!this.context.hasNode(node)) return `node ${node} is gone`
    if (signal.aborted) return reasonOf(signal.reason)
    progress.isSent = true
    const refused = await this.bindTo(placement)
    if (refused === null) this.tell(placement)
    return refused
  }

  /** Null: it is bound; else why not. */
  private async bindTo(placement: Placement): Promise<string | null> {
    const { object, node } = placement
    const byExtender = await this.context.bindByExtender(placement, node)
    if (byExtender !== null) return byExtender || null
    const { status, body } = await this.writes.bind(podName(object), node)
    return status < 300 ? null : `binding to ${node} was refused with ${status}: ${messageOf(body)}`
  }

  /** The next pod need not wait for it. */
  private tell({ key, object, node }: Placement): void {
    const note = `Successfully assigned ${key} to ${node}`
    const event = { type: 'Normal', reason: 'Scheduled', action: 'Binding', note } as const
    const told = this.writes
      .event(podName(object), { ...event, schedulerName: schedulerNameOf(object) })
      .catch(() => {})
      .finally(() => this.promises.delete(told))
    this.promises.add(told)
  }

  private async settle(
    preBindings: readonly PreBinding[],
    progress: Progress,
  ): Promise<string | null> {
    const { signal } = progress.abort
    progress.isWaiting = true
    for (const one of preBindings) {
      const problem = await one.settle(signal)
      if (problem !== null) return signal.aborted ? reasonOf(signal.reason) : problem
    }
    progress.isWaiting = false
    return null
  }
}
