import { UNSCHEDULABLE_TAINT } from '../../snapshot/nodes/taint.ts'
import type { ControlledNode, NodeCondition } from '../cluster/controlled-node.ts'
import { hasTaint, type TaintWithTime } from '../cluster/taint-with-time.ts'

export const NOT_READY = 'node.kubernetes.io/not-ready'
export const UNREACHABLE = 'node.kubernetes.io/unreachable'

/** nodeConditionToTaintKeyStatusMap. */
const KEY_OF_CONDITION: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'Ready',
    new Map([
      ['False', NOT_READY],
      ['Unknown', UNREACHABLE],
    ]),
  ],
  ['MemoryPressure', new Map([['True', 'node.kubernetes.io/memory-pressure']])],
  ['DiskPressure', new Map([['True', 'node.kubernetes.io/disk-pressure']])],
  ['NetworkUnavailable', new Map([['True', 'node.kubernetes.io/network-unavailable']])],
  ['PIDPressure', new Map([['True', 'node.kubernetes.io/pid-pressure']])],
])

const MANAGED_KEYS = new Set([
  UNSCHEDULABLE_TAINT.key,
  ...[...KEY_OF_CONDITION.values()].flatMap((keys) => [...keys.values()]),
])

/** A NoSchedule taint that a node should have, and the condition or field that asks for it. */
export interface WantedTaint {
  readonly key: string
  readonly because: string
}

export interface TaintDifference {
  readonly missing: readonly WantedTaint[]
  /** On the node, and nothing asks for them. */
  readonly extra: readonly TaintWithTime[]
}

/** doNoScheduleTaintingPass: what a node's conditions and cordon say, against its own taints. */
export function compareNoScheduleTaints(node: ControlledNode): TaintDifference {
  const wanted = node.conditions.flatMap(wantedFor)
  if (node.isUnschedulable) {
    wanted.push({ key: UNSCHEDULABLE_TAINT.key, because: 'spec.unschedulable is true' })
  }
  const managed = node.taints.filter(
    ({ key, effect }) => effect === 'NoSchedule' && MANAGED_KEYS.has(key),
  )
  return {
    missing: wanted.filter(({ key }) => !hasTaint(managed, noSchedule(key))),
    extra: managed.filter(({ key }) => !wanted.some((one) => one.key === key)),
  }
}

function wantedFor({ type, status }: NodeCondition): WantedTaint[] {
  const key = KEY_OF_CONDITION.get(type)?.get(status)
  return key === undefined ? [] : [{ key, because: `condition ${type} is ${status}` }]
}

export function noSchedule(key: string): { key: string; value: string; effect: string } {
  return { key, value: '', effect: 'NoSchedule' }
}

export function noExecute(key: string): { key: string; value: string; effect: string } {
  return { key, value: '', effect: 'NoExecute' }
}
