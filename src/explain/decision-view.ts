import type { Outcome } from '../scheduler/decision.ts'
import type { Detail } from '../scheduler/framework/detail.ts'
import type { Gap } from '../scheduler/framework/gap.ts'
import type {
  ClaimAllocationView,
  PlacedClaim,
  RequestMapping,
} from '../scheduler/framework/placed-claims.ts'
import type { Code } from '../scheduler/framework/status-table.ts'
import type { PodReference } from '../snapshot/pods/pod-reference.ts'

/** How much of a decision is told; see schemas/decisions/decision-request.ts. */
export type Explain = 'full' | 'summary' | 'decision'

/** A decision as it is on the wire; schemas/decisions/decision-response.ts documents each field. */
export interface DecisionView {
  readonly pod: PodReference
  /** namespace/name of the PodGroup that it was decided with. */
  readonly group?: string
  readonly outcome: Outcome
  readonly node: string | null
  readonly binding: BindingView | null
  readonly message: string | null
  readonly nominatedNode: string | null
  readonly filter?: FilterView | FilterSummary | null
  readonly scores?: readonly NodeScoreView[]
  readonly tied?: readonly string[]
  /** Of a scheduled pod with claims: what they were given. */
  readonly claims?: readonly PlacedClaim[]
  /** Which container uses which request of the claim for extended resources. */
  readonly extendedResources?: readonly RequestMapping[]
  /** Of a pod that fits nowhere: claims, one of which kube-scheduler frees for it. */
  readonly deallocations?: readonly string[]
  readonly preemption: PreemptionView | null
  /** With outcome `unknown`, and where the message of another outcome is not known. */
  readonly unknown?: readonly Gap[]
}

export interface BindingView {
  readonly apiVersion: 'v1'
  readonly kind: 'Binding'
  readonly metadata: PodReference
  readonly target: { readonly apiVersion: 'v1'; readonly kind: 'Node'; readonly name: string }
}

export interface PreFilterView {
  readonly plugin: string
  readonly code: Code
  readonly reasons: readonly string[]
}

export interface VerdictView extends PreFilterView {
  readonly node: string
  readonly details: readonly Detail[]
}

export interface SummaryLine {
  readonly plugin: string
  readonly reason: string
  readonly nodes: number
}

/** With explain `full`. */
export interface FilterView {
  readonly preFilter: PreFilterView | null
  readonly feasible: readonly string[]
  /** By feasible node: what Filter found for the claims without devices; absent for pods without. */
  readonly allocations?: { readonly [node: string]: readonly ClaimAllocationView[] }
  readonly rejected: readonly VerdictView[]
  /** Nodes that nothing known rejects. */
  readonly unknown?: readonly string[]
  readonly notSearched: number
  readonly summary: readonly SummaryLine[]
}

/** With explain `summary`. */
export interface FilterSummary {
  readonly preFilter: PreFilterView | null
  readonly feasibleNodes: number
  readonly unknownNodes?: number
  readonly notSearched: number
  readonly summary: readonly SummaryLine[]
}

export interface PluginScoreView {
  readonly raw: number
  readonly score: number
  readonly weight: number
  readonly weighted: number
}

export interface NodeScoreView {
  readonly node: string
  readonly total: number
  readonly plugins: { readonly [plugin: string]: PluginScoreView }
}

export interface VictimView extends PodReference {
  readonly priority: number
  readonly pdbViolated: boolean
  /** Already being deleted. */
  readonly terminating: boolean
  /** The controller that will make it anew elsewhere, null for a bare pod. */
  readonly recreatedBy: {
    readonly kind: string
    readonly name: string
    readonly uid: string
  } | null
  readonly gracePeriodSeconds: number
  /** When it is gone at the latest; only when the request says what time it is. */
  readonly freeBy?: string
}

export interface CandidateView {
  readonly node: string
  readonly victims: readonly VictimView[]
  readonly pdbViolations: number
  /** The criterion by which it lost, null for the winner. */
  readonly lostBy: string | null
}

export interface PreemptionView {
  readonly node: string | null
  readonly victims: readonly VictimView[]
  readonly candidates?: readonly CandidateView[]
  readonly tiedCandidates?: number
  readonly clearedNominations?: readonly PodReference[]
  readonly message?: string
}
