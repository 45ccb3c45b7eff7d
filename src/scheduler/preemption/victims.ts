import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { FITS } from '../framework/status-table.ts'
import { sortAsGo } from '../go/go-sort.ts'
import type { DryRun } from './dry-run.ts'

export interface Victim {
  readonly pod: Pod
  /** Its removal would go beyond what a PodDisruptionBudget allows. */
  readonly pdbViolated: boolean
}

/** How a release treats preemptors and victims; see releases.ts and classic/. */
export interface VictimRules {
  /**
   * A pod waits while victims of its own preemption leave the node nominated to it, and never preempts
   * with preemptionPolicy Never; or (classic) while any less important pod leaves that node.
   */
  readonly eligibility: 'after-own-victims' | 'after-any-terminating'
  /**
   * Pods that have not started count as started now. Up to 1.36 "now" is read at each comparison, so
   * that the one asked about first is always older; since 1.37 once a pod, in the node's order. The
   * classic releases know priorities only.
   */
  readonly startTimes: 'at-comparison' | 'once' | 'ignored'
  /**
   * Victims use up the budgets that match them: all of these, or none after the first violated one
   * (1.37); or (classic) each victim is held against what is allowed now.
   */
  readonly budgets: 'charge-to-first-violated' | 'charge-all' | 'charge-none'
  /** Victims are listed by importance; if not, those that violate a budget come first. */
  readonly isRelisted: boolean
  /** Made for each preemptor: chooses otherwise than pod by pod, where pod groups count. */
  readonly select?: (selection: VictimSelection) => SelectVictims
}

/** Whom the pod would have to displace on one node. */
export type SelectVictims = (
  node: number,
  dryRun: DryRun,
  nominated: readonly Pod[],
) => VictimResult

export type VictimResult =
  | {
      readonly kind: 'victims'
      readonly victims: readonly Victim[]
      readonly pdbViolations: number
    }
  /** Nobody there may be preempted. */
  | { readonly kind: 'none' }
  /** Even without them the pod does not fit; an id of the rejection table. */
  | { readonly kind: 'rejected'; readonly verdict: number }

/**
 * Those of potential victims that stay away when one after another tries to come back, in the order
 * given: first those whose loss a budget does not allow. Mixed: there are some of both kinds, so that
 * the order may be another now.
 */
export function notReturning<One>(
  potential: readonly One[],
  isViolating: (one: One) => boolean,
  comesBack: (one: One) => boolean,
): { gone: One[]; isMixed: boolean } {
  const violating = potential.filter(isViolating)
  const others = potential.filter((one) => !isViolating(one))
  const gone = [...violating, ...others].filter((one) => !comesBack(one))
  return { gone, isMixed: violating.length > 0 && others.length > 0 }
}

/** These pods have to go; `violating`: all whose loss a budget does not allow. */
export function preempting(pods: readonly Pod[], violating: ReadonlySet<Pod>): VictimResult {
  const victims = pods.map((pod) => ({ pod, pdbViolated: violating.has(pod) }))
  const pdbViolations = victims.filter(({ pdbViolated }) => pdbViolated).length
  return { kind: 'victims', victims, pdbViolations }
}

const NO_ORDER: ReadonlyMap<Pod, number> = new Map()

/** The present where the caller gave none: later than every start. */
const NOW_UNKNOWN = Number.POSITIVE_INFINITY

/**
 * Whom the pod would have to displace on one node (SelectVictimsOnNode): all of lower priority leave,
 * then as many as possible come back, the most important first.
 */
export class VictimSelection {
  readonly cluster: Cluster
  readonly preemptor: Pod
  readonly nowMs: number
  /** For one node. */
  readonly on: SelectVictims
  private readonly rules: VictimRules

  constructor(cluster: Cluster, rules: VictimRules, nowMs: number | null, preemptor: Pod) {
    this.cluster = cluster.readBy('preemption', 'preview')
    this.rules = rules
    this.nowMs = nowMs ?? NOW_UNKNOWN
    this.preemptor = preemptor
    this.on =
      rules.select?.(this) ?? ((node, dryRun, nominated) => this.podByPod(node, dryRun, nominated))
  }

  private podByPod(node: number, dryRun: DryRun, nominated: readonly Pod[]): VictimResult {
    const { priority } = this.preemptor.signature
    const potential = this.cluster.pods.onNode[node].filter(
      (pod) => pod.signature.priority < priority,
    )
    if (potential.length === 0) return { kind: 'none' }
    // From the end, where a list is shortened at no cost.
    for (let index = potential.length - 1; index >= 0; index--) dryRun.remove(potential[index])
    const verdict = dryRun.verdictWith(nominated)
    if (verdict !== FITS) return { kind: 'rejected', verdict }

    const isMoreImportant = this.importance(potential)
    sortAsGo(potential, isMoreImportant)
    const violating = this.violatingBudgets(potential)
    const { gone, isMixed } = notReturning(
      potential,
      (pod) => violating.has(pod),
      (pod) => {
        dryRun.add(pod)
        if (dryRun.verdictWith(nominated) === FITS) return true
        dryRun.remove(pod)
        return false
      },
    )
    if (isMixed && this.rules.isRelisted) sortAsGo(gone, isMoreImportant)
    return preempting(gone, violating)
  }

  /** Higher priority first, then the longer running. */
  private importance(pods: readonly Pod[]): (a: Pod, b: Pod) => boolean {
    const { startTimes } = this.rules
    const asksForOrder = startTimes === 'once' && pods.some((pod) => pod.startTimeMs === null)
    const order = asksForOrder ? new Map(pods.map((pod, index) => [pod, index])) : NO_ORDER
    return (a, b) => {
      if (a.signature.priority !== b.signature.priority)
        return a.signature.priority > b.signature.priority
      if (startTimes === 'ignored') return false
      if (a.startTimeMs !== null || b.startTimeMs !== null) {
        return this.startMs(a) < this.startMs(b)
      }
      return startTimes === 'at-comparison' || (order.get(a) ?? 0) < (order.get(b) ?? 0)
    }
  }

  startMs(pod: Pod): number {
    return pod.startTimeMs ?? this.nowMs
  }

  /** Pods whose loss some budget of their namespace does not allow, in the order given. */
  violatingBudgets(pods: readonly Pod[]): Set<Pod> {
    const { podDisruptionBudgets: budgets } = this.cluster
    const { budgets: charging } = this.rules
    const charged = new Map<number, number>()
    const violating = new Set<Pod>()
    for (const pod of pods) {
      for (const row of budgets.rowsSelecting(pod.signature)) {
        const { disruptionsAllowed, disruptedPods } = budgets.all[row]
        if (charging === 'charge-none') {
          if (disruptionsAllowed < 1) violating.add(pod)
          continue
        }
        // An eviction that is under way was charged before.
        if (disruptedPods.has(pod.name)) continue
        const charges = (charged.get(row) ?? 0) + 1
        charged.set(row, charges)
        if (charges <= disruptionsAllowed) continue
        violating.add(pod)
        if (charging === 'charge-to-first-violated') break
      }
    }
    return violating
  }
}
