import { UNSCHEDULABLE_TAINT } from '../../snapshot/nodes/taint.ts'
import type { ControlledCluster } from '../cluster/controlled-cluster.ts'
import type { ControlledNode } from '../cluster/controlled-node.ts'
import {
  hasTaint,
  isSameTaint,
  type TaintWithTime,
  withoutTaint,
  withTaint,
} from '../cluster/taint-with-time.ts'
import type { Journal } from '../journal.ts'
import type { Timeline } from '../timeline.ts'
import { compareNoScheduleTaints, noExecute, noSchedule } from './condition-taints.ts'

export interface TainterOptions {
  readonly cluster: ControlledCluster
  readonly timeline: Timeline
  readonly journal: Journal
  /** The start, in milliseconds since the epoch. */
  readonly startMs: number
}

/** Writes taints to nodes as the controller does: what is added first, in one write, then the rest. */
export class NodeTainter {
  private readonly options: TainterOptions

  constructor(options: TainterOptions) {
    this.options = options
  }

  /** Nothing tells whether its kubelet ever spoke: no condition, no Lease, no time of creation. */
  isUnjudged(node: ControlledNode): boolean {
    const { conditions, kubelet, createdAtMs } = node
    return createdAtMs === null && !kubelet.hasLease && !conditions.some(isReady)
  }

  /** The NoSchedule taints that conditions and cordon ask for. */
  matchConditions(node: ControlledNode): void {
    const { missing, extra } = compareNoScheduleTaints(node)
    if (missing.length > 0) {
      const added = missing.map(({ key, because }) => ({
        taint: this.stamp(noSchedule(key)),
        because,
      }))
      this.add(node, added)
    }
    // The write above was noticed: what is too much may be gone by now.
    const standing = extra.filter((taint) => hasTaint(node.taints, taint))
    if (standing.length === 0) return
    const because = standing.every(({ key }) => key === UNSCHEDULABLE_TAINT.key)
      ? 'spec.unschedulable is no longer true'
      : 'no condition asks for it any longer'
    this.removeAll(node, standing, because)
  }

  /** SwapNodeControllerTaint: two writes, and for a moment both taints stand. */
  swap(node: ControlledNode, own: string, opposite: string, because: string): void {
    this.add(node, [{ taint: this.stamp(noExecute(own)), because }])
    this.remove(node, opposite, `replaced by ${own}`)
  }

  remove(node: ControlledNode, key: string, because: string): void {
    const standing = node.taints.filter((one) => isSameTaint(one, noExecute(key)))
    if (standing.length > 0) this.removeAll(node, standing, because)
  }

  private stamp(taint: { key: string; value: string; effect: string }): TaintWithTime {
    const { startMs, timeline } = this.options
    return { ...taint, timeAdded: toSeconds(startMs + timeline.nowMs) }
  }

  private add(node: ControlledNode, added: readonly { taint: TaintWithTime; because: string }[]) {
    let { taints } = node
    for (const { taint, because } of added) {
      this.note(node, hasTaint(taints, taint) ? 'update' : 'add', taint, because)
      taints = withTaint(taints, taint)
    }
    this.options.cluster.setTaints(node, taints)
  }

  private removeAll(node: ControlledNode, removed: readonly TaintWithTime[], because: string) {
    let { taints } = node
    for (const taint of removed) {
      this.note(node, 'remove', taint, because)
      taints = withoutTaint(taints, taint)
    }
    this.options.cluster.setTaints(node, taints)
  }

  private note(
    node: ControlledNode,
    op: 'add' | 'remove' | 'update',
    taint: TaintWithTime,
    because: string,
  ): void {
    const { journal, timeline } = this.options
    journal.taints.push({ atMs: timeline.nowMs, node: node.name, op, taint, because })
  }
}

function isReady({ type }: { readonly type: string }): boolean {
  return type === 'Ready'
}

/** As the API server writes times. */
function toSeconds(epochMs: number): string {
  return new Date(Math.floor(epochMs / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}
