import { err, ok, type Result } from '../result.ts'
import { SchedulingCycle } from '../scheduler/cycle.ts'
import type { Decision } from '../scheduler/decision.ts'
import type { Gap } from '../scheduler/framework/gap.ts'
import { FITS, type Rejection } from '../scheduler/framework/status-table.ts'
import { DryRun } from '../scheduler/preemption/dry-run.ts'
import type { ResolvedProfile } from '../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../snapshot/cluster.ts'
import type { Issue } from '../snapshot/json/json-path.ts'
import { ClusterReader, type NamedSnapshot } from './reading/cluster-reader.ts'

/** One pod, and the cluster whose nodes somebody else wants to place it on. */
export interface NodesQuestion {
  readonly snapshot: unknown
  /** The same, where it is a kept one as it stands. */
  readonly named: NamedSnapshot | null
  readonly pod: unknown
  readonly scheduler: ResolvedProfile
  readonly nodesMax: number
}

/** What one node is for the pod. */
export type NodeVerdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  /** The verdict rests on something that was not seen. */
  | { readonly kind: 'unknown'; readonly gaps: readonly Gap[] }
  /** The cluster has no such node. */
  | { readonly kind: 'absent' }
  /** A plugin failed, or the pod waits for something else. */
  | { readonly kind: 'error'; readonly message: string }

const OPTIONS = {
  tieBreak: { kind: 'upstream' },
  preemption: false,
  startIndex: 0,
  roundRobin: 0,
  nowMs: null,
} as const

const SCORE_MAX = 100

/** Judges single nodes for a pod, by the rules of a profile, whatever scheduler the pod names. */
export class NodesForPod {
  private readonly cluster: Cluster
  private readonly decision: Decision
  private dryRun: DryRun | null = null

  private constructor(cluster: Cluster, decision: Decision) {
    this.cluster = cluster
    this.decision = decision
  }

  /** Looks at the nodes while nobody else has the cluster. */
  static look<T>(
    { snapshot, named, pod, scheduler, nodesMax }: NodesQuestion,
    use: (nodes: NodesForPod) => T,
  ): Result<T, readonly Issue[]> {
    const { accounting } = scheduler
    const options = { accounting, absentKinds: 'unknown', defaulting: true, nodesMax } as const
    const clusters = new ClusterReader(named)
    const read = clusters.read({ snapshot, pods: [pod] }, options)
    if (!read.ok) return err(read.error)
    const { cluster, pods } = read.value
    try {
      const [profile] = scheduler.profiles.values()
      const [toDecide] = pods
      if (profile === undefined || toDecide === undefined) throw new Error('nothing to judge by')
      const { pod: decided } = toDecide
      const profiles = new Map([[decided.signature.schedulerName, profile]])
      const cycle = new SchedulingCycle(cluster, profiles, OPTIONS)
      return ok(use(new NodesForPod(cluster, cycle.decide(decided))))
    } finally {
      clusters.giveBack()
    }
  }

  verdict(name: string): NodeVerdict {
    const node = this.cluster.nodes.rowOf.get(name)
    if (node === undefined) return { kind: 'absent' }
    const { filter, preFilter, open, outcome, unknown, message } = this.decision
    if (filter === null) {
      if (outcome === 'unknown') return { kind: 'unknown', gaps: unknown }
      if (preFilter === null || outcome === 'error')
        return { kind: 'error', message: message || outcome }
      return { kind: 'rejected', rejection: preFilter }
    }
    if (outcome === 'error') return { kind: 'error', message }
    const id = filter.verdict[node] ?? FITS
    if (filter.statuses.isUnknown(id)) return { kind: 'unknown', gaps: filter.statuses.gaps(id) }
    if (id !== FITS) return { kind: 'rejected', rejection: filter.statuses.get(id) }
    return open?.hasAll === true ? { kind: 'unknown', gaps: open.gaps } : { kind: 'fits' }
  }

  /**
   * Of each node, from 0 to 1: its share of what the plugins that tell these nodes apart could give.
   * Nodes that do not fit get 0; null: the scores cannot be told.
   */
  shares(names: readonly string[]): number[] | null {
    const { scores, outcome, filter } = this.decision
    if (outcome === 'unknown' || outcome === 'error') return null
    const rows = names.map((name) => this.cluster.nodes.rowOf.get(name) ?? -1)
    const fits = (row: number) => row >= 0 && filter?.verdict[row] === FITS
    const fitting = rows.filter(fits)
    const columns = (scores?.columns ?? []).filter(
      ({ skipped, score }) =>
        !skipped && fitting.some((row) => score[row] !== score[fitting[0] ?? 0]),
    )
    const most = SCORE_MAX * columns.reduce((sum, { weight }) => sum + weight, 0)
    return rows.map((row) => {
      if (!fits(row)) return 0
      const total = columns.reduce((sum, { score, weight }) => sum + weight * (score[row] ?? 0), 0)
      return most === 0 ? 1 : total / most
    })
  }

  /** What a node would be for the pod without these of its pods. */
  verdictWithout(name: string, uids: ReadonlySet<string>): NodeVerdict {
    const node = this.cluster.nodes.rowOf.get(name)
    if (node === undefined) return { kind: 'absent' }
    const { filter } = this.decision
    if (filter === null) return this.verdict(name)
    this.dryRun ??= new DryRun(this.cluster, filter.pass)
    const undo = this.dryRun.begin(node)
    const there = this.cluster.pods.onNode[node] ?? []
    for (const pod of there.filter(({ uid }) => uids.has(uid))) this.dryRun.remove(pod)
    const id = this.dryRun.verdict()
    undo()
    if (id === FITS) return { kind: 'fits' }
    if (filter.statuses.isUnknown(id)) return { kind: 'unknown', gaps: filter.statuses.gaps(id) }
    return { kind: 'rejected', rejection: filter.statuses.get(id) }
  }
}
