import type { Fields } from '../../snapshot/json/fields.ts'

export interface Termination {
  readonly exitCode: number
  readonly reason: string
  /** Milliseconds since the epoch, where a status tells it. */
  readonly finishedMs?: number
}

/** A container's state, as its status tells it; `none` of the three is a status that says nothing. */
export type ContainerState =
  | { readonly kind: 'running' }
  | { readonly kind: 'terminated'; readonly termination: Termination }
  | { readonly kind: 'waiting'; readonly reason: string; readonly last: Termination | null }
  | { readonly kind: 'none' }

export interface ContainerStatus {
  readonly name: string
  readonly state: ContainerState
  readonly isReady: boolean
  /** Its startup probe has succeeded, or it has none; null: not said. */
  readonly isStarted: boolean | null
  readonly restartCount: number
}

export interface PodConditionStatus {
  readonly type: string
  readonly status: string
}

/** status of a pod, as far as its phase and conditions follow from it. */
export interface ObservedStatus {
  readonly containers: ReadonlyMap<string, ContainerStatus>
  readonly conditions: readonly PodConditionStatus[]
  /** Whether there are any statuses of containers at all. */
  readonly hasStatuses: boolean
  readonly phase: string
}

export function readObservedStatus(status: Fields): ObservedStatus {
  const lists = ['initContainerStatuses', 'containerStatuses'] as const
  const statuses = lists.flatMap((list) => status.objects(list)).map(readStatus)
  return {
    // Of two statuses of one name the first counts.
    containers: new Map(statuses.toReversed().map((one) => [one.name, one])),
    conditions: status.objects('conditions').map((one) => ({
      type: one.string('type') ?? '',
      status: one.string('status') ?? '',
    })),
    // An empty list of init containers is one, as Go's append has it.
    hasStatuses: status.has('initContainerStatuses') || statuses.length > 0,
    phase: status.string('phase') ?? '',
  }
}

function readStatus(status: Fields): ContainerStatus {
  return {
    name: status.string('name') ?? '',
    state: readState(status),
    isReady: status.boolean('ready'),
    isStarted: status.has('started') ? status.boolean('started') : null,
    restartCount: status.int32('restartCount') ?? 0,
  }
}

function readState(status: Fields): ContainerState {
  const state = status.objectOrEmpty('state')
  if (state.has('running')) return { kind: 'running' }
  const terminated = state.object('terminated')
  if (terminated !== undefined) {
    return { kind: 'terminated', termination: readTermination(terminated) }
  }
  const waiting = state.object('waiting')
  if (waiting === undefined) return { kind: 'none' }
  const last = status.objectOrEmpty('lastState').object('terminated')
  return {
    kind: 'waiting',
    reason: waiting.string('reason') ?? '',
    last: last === undefined ? null : readTermination(last),
  }
}

function readTermination(terminated: Fields): Termination {
  const finishedMs = terminated.timeMs('finishedAt')
  return {
    exitCode: terminated.int32('exitCode') ?? 0,
    reason: terminated.string('reason') ?? '',
    ...(finishedMs !== undefined && { finishedMs }),
  }
}
