import { isObject } from '../../snapshot/json/fields.ts'
import { textAt } from '../../snapshot/json/raw-object.ts'

/** What the caller knows of a pod's attempts, which the pod itself does not tell. */
export interface KnownAttempts {
  /** Attempts in a row that found no node. */
  readonly unschedulable: number
  /** Attempts in a row that ended in an error. */
  readonly errors: number
  readonly lastAttemptMs: number | null
}

/** How far a pod that waits has come. */
export interface WaitingPod {
  readonly createdMs: number | null
  /** Reason of its condition PodScheduled, empty without. */
  readonly reason: string
  readonly message: string
  /** When that condition was last written anew. */
  readonly toldMs: number | null
  readonly gates: readonly string[]
}

/** Whether a pod waits for a node: one that names its node or has ended does not. */
export function isWaiting(pod: unknown): boolean {
  const phase = textAt(pod, 'status', 'phase')
  return textAt(pod, 'spec', 'nodeName') === '' && phase !== 'Succeeded' && phase !== 'Failed'
}

/** Reads leniently: what decides is read elsewhere, with its places. */
export function readWaitingPod(pod: unknown): WaitingPod {
  const condition = itemsAt(pod, 'status', 'conditions').find(
    (one) => isObject(one) && one['type'] === 'PodScheduled' && one['status'] === 'False',
  )
  const gates = itemsAt(pod, 'spec', 'schedulingGates')
  return {
    createdMs: readTime(textAt(pod, 'metadata', 'creationTimestamp')),
    reason: textOf(condition, 'reason'),
    message: textOf(condition, 'message'),
    toldMs: readTime(textOf(condition, 'lastTransitionTime')),
    gates: gates.map((one) => textOf(one, 'name')),
  }
}

function itemsAt(value: unknown, parent: string, key: string): readonly unknown[] {
  const object = isObject(value) ? value[parent] : undefined
  const items = isObject(object) ? object[key] : undefined
  return Array.isArray(items) ? items : []
}

function textOf(value: unknown, key: string): string {
  const text = isObject(value) ? value[key] : undefined
  return typeof text === 'string' ? text : ''
}

function readTime(text: string): number | null {
  const ms = text === '' ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
