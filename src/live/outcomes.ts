import type { JsonObject } from '../snapshot/json/fields.ts'
import { textAt } from '../snapshot/json/raw-object.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { podName } from './api-server/pod-writes.ts'
import type { Bindings } from './binding/bindings.ts'
import { type Placed, preBindingsOf } from './binding/pre-bindings.ts'
import type { LiveSchedulerOptions } from './live-scheduler-options.ts'
import type { ClusterMirror } from './mirror/mirror.ts'
import { keyOf, nameOfPod } from './preemptions.ts'
import { POD_LEFT } from './queue-events.ts'
import { Tellings } from './tellings.ts'
import type { UnboundPods } from './unbound-pods.ts'
import type { WaitingEntity, WaitingPods } from './waiting-pods.ts'
import type { Writes } from './writes.ts'

/** Why a pod was not placed. */
export interface Refusal {
  readonly reason: 'Unschedulable' | 'SchedulerError'
  readonly message: string
  /** Empty: its nomination is taken back; absent: it stays. */
  readonly nominatedNodeName?: string | undefined
}

interface OutcomesContext {
  readonly mirror: ClusterMirror
  readonly writes: Writes
  readonly options: LiveSchedulerOptions
  readonly unbound: UnboundPods
  readonly waiting: WaitingPods
  readonly bindings: Bindings
}

/** What becomes of pods that were decided: they are bound, or stay and are told why. */
export class Outcomes {
  private readonly context: OutcomesContext
  private readonly tellings: Tellings
  private isEnding = false

  constructor(context: OutcomesContext) {
    this.context = context
    this.tellings = new Tellings(context.writes.pods)
  }

  /** The API server has enough to answer for now. */
  get isBusy(): boolean {
    return this.tellings.isBusy
  }

  /** From here on nothing is tried again: the next scheduler finds all as it is. */
  end(): void {
    this.isEnding = true
  }

  /** The pod is another by now, or waits no longer. */
  forget(key: string): void {
    this.tellings.forget(key)
  }

  /** The cluster has the pod on its node: it is bound there beside the deciding. */
  place(entity: WaitingEntity, object: JsonObject, placed: Placed): void {
    const { mirror, writes, options, bindings } = this.context
    const { pod, node } = placed
    const key = keyOf(nameOfPod(pod))
    mirror.expected.assume(key, node)
    options.say(`${options.isDryRun ? 'would bind' : 'binds'} ${key} to ${node}`)
    if (options.isDryRun) return
    const limits = options.limits(pod.signature.schedulerName)
    const preBindings = preBindingsOf(mirror, writes, placed, limits)
    bindings.start({ key, object, pod, node, preBindings }, (problem) => {
      if (problem === null)
        options.metrics.podBound(entity.failures + 1, Date.now() - entity.sinceMs)
      else this.takeBack(entity, object, problem)
    })
  }

  /** It was not bound. */
  private takeBack(entity: WaitingEntity, object: JsonObject, message: string): void {
    const { mirror, unbound, waiting } = this.context
    if (this.isEnding) return
    const { uid, ...name } = podName(object)
    const key = keyOf(name)
    const latest = unbound.get(key)
    // Another pod has the name by now, and may have been placed itself.
    if (latest !== undefined && podName(latest).uid !== uid) return
    mirror.expected.forget(key, 'node')
    // Bound by somebody else, or gone: the watch has told, and the mirror knows.
    if (latest === undefined) return
    mirror.put('pods', latest)
    waiting.failed(entity, Date.now(), null)
    this.refuse(key, { reason: 'SchedulerError', message, nominatedNodeName: '' })
    waiting.wake([POD_LEFT])
  }

  /** Of a pod of lower priority, which may no longer fit where it was to go. */
  takeBackNomination(pod: Pod): void {
    const { unbound, waiting } = this.context
    const key = keyOf(nameOfPod(pod))
    const object = unbound.get(key)
    if (object === undefined) return
    this.nominate(key, object, '')
    this.tellings.tell(object, { nominatedNodeName: '' })
    waiting.retry(unbound.entityOf(key))
  }

  /** The pod stays where it is, and is told why, once. */
  refuse(key: string, { reason, message, nominatedNodeName: wanted }: Refusal): void {
    const { unbound, options } = this.context
    const object = unbound.get(key)
    const nominatedNodeName = wanted === this.nominationOf(key) ? undefined : wanted
    const status = { scheduled: { reason, message }, nominatedNodeName }
    if (object === undefined || !this.tellings.isNews(key, status)) return
    options.say(`${key}: ${message}`)
    if (options.isDryRun) return
    if (nominatedNodeName !== undefined) this.nominate(key, object, nominatedNodeName)
    this.tellings.tell(object, status)
  }

  /** From now on, before the API server tells. */
  private nominate(key: string, object: JsonObject, nodeName: string): void {
    this.context.mirror.expected.nominate(key, nodeName)
    this.context.mirror.put('pods', object)
  }

  private nominationOf(key: string): string {
    const { mirror, unbound } = this.context
    const told = () => textAt(unbound.get(key), 'status', 'nominatedNodeName')
    return mirror.expected.nominationOf(key) ?? told()
  }
}
