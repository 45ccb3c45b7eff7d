import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../snapshot/pods/pod-signature.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { Detail } from './detail.ts'
import type { Gap } from './gap.ts'
import type { NodeList } from './node-list.ts'
import type { NodeMarks } from './node-marks.ts'
import type { ClaimAllocationView, PlacedClaims } from './placed-claims.ts'
import type { Code, PluginStatuses } from './status-table.ts'

/** A number by which a scorer tells nodes apart. */
export interface NodePlaces {
  of(node: number): number
}

/** What a verdict or a score is made from, and so when it must be made again. */
export type DependsOn =
  /** Only what the pod and the node are: judged once. */
  | 'static'
  /** What runs on that node: judged again for nodes whose pods changed. */
  | 'node'
  /** What runs anywhere: judged again after every change. */
  | 'cluster'

/** A filter plugin's state for one kind of pod. */
export interface NodeFilter {
  readonly dependsOn: DependsOn
  /** Kinds of which more objects could make it reject more nodes, and none fewer; absent: none. */
  readonly rejectsMoreWith?: readonly SnapshotResource[]
  /**
   * Writes `verdict[node]`, an id of the rejection table, for each listed node that it rejects, and
   * leaves the others alone. No allocation, no strings.
   */
  filter(nodes: NodeList, verdict: Int32Array): void
  /** False while PreFilter's Skip holds, for nominated pods and dry runs too; absent: always true. */
  isActive?(): boolean
  /** A pod came to a node (1) or left it (-1) for good. */
  podChanged?(pod: Pod, node: number, sign: 1 | -1): void
  /**
   * Of those that read the cluster: marks the nodes whose verdict may have changed since it was last
   * asked; absent: every change may concern all nodes.
   */
  markAffected?(affected: NodeMarks): void
  /** PreFilterExtensions AddPod and RemovePod, in a dry run that a checkpoint undoes. */
  addOrRemovePod?(pod: Pod, node: number, sign: 1 | -1): void
  /** See `Plugin.followsRequests`; absent: nothing depends on what the pod asks for. */
  follow?(pod: PodSignature): void
  /**
   * Of those that hold objects of the pod's own (`perPod`): holds those of another pod from here on,
   * which differs in nothing else but its requests. False: it is to be prepared anew.
   */
  followPod?(pod: Pod): boolean
  /** Remembers the state; the function that comes back puts it there again. Checkpoints nest. */
  checkpoint?(): () => void
  /** The numbers behind the rejection of one node. */
  details?(node: number): readonly Detail[]
  /** What the pod's claims would be given on a node that it fits. */
  allocations?(node: number): readonly ClaimAllocationView[]
  /** The pod's claims as they would be with the pod on the node. */
  placedClaims?(node: number): PlacedClaims
}

export type PreFilterResult =
  | { readonly kind: 'skip' }
  | { readonly kind: 'reject'; readonly code: Code; readonly reasons: readonly string[] }
  /** Nothing can be said of any node. */
  | { readonly kind: 'unknown'; readonly gaps: readonly Gap[] }
  | {
      readonly kind: 'filter'
      readonly filter: NodeFilter
      /** The only nodes worth looking at, one byte a node; absent: all. */
      readonly only?: Uint8Array
      /**
       * Holds objects that placing any pod may change (claims, volumes): to be prepared again for each
       * pod, unless it can follow.
       */
      readonly perPod?: boolean
    }

export const SKIP: PreFilterResult = { kind: 'skip' }

export function filtering(filter: NodeFilter): PreFilterResult {
  return { kind: 'filter', filter }
}

export function rejecting(code: Code, ...reasons: string[]): PreFilterResult {
  return { kind: 'reject', code, reasons }
}

/** A score plugin's state for one kind of pod. */
export interface NodeScorer {
  readonly dependsOn: DependsOn
  /**
   * Writes `raw[node]` of the listed nodes; those that read the cluster always get all feasible
   * nodes, or some that stand for all.
   */
  score(nodes: NodeList, raw: Float64Array): void
  /**
   * Of those that read the cluster: false while PreScore skips for this pod, and the plugin is absent
   * from its scores; absent: always true.
   */
  isActive?(): boolean
  /** Of static ones: every node's raw score, known beforehand and read in place of what `score` writes. */
  readonly rawColumn?: Float64Array
  /** Of static ones: what every node scores after normalization, whichever are feasible. */
  readonly everywhere?: number
  /** Writes `score[node]` from `raw`, over nodes as `score` gets them; absent: raw is the score. */
  normalize?(nodes: NodeList, raw: Float64Array, score: Float64Array): void
  podChanged?(pod: Pod, node: number, sign: 1 | -1): void
  /** See `Plugin.followsRequests`; absent: nothing depends on what the pod asks for. */
  follow?(pod: PodSignature): void
  /** Of those that read the cluster: false while the last scores hold; absent: every change matters. */
  isStale?(): boolean
  /**
   * Of those that read the cluster: nodes that agree in all of these get the same raw score, whatever
   * is placed. A placement changes none but those of its own node; new ones may be added. Absent: any
   * node may get a score of its own.
   */
  readonly places?: readonly NodePlaces[]
  /**
   * The same for nodes without what runs on them and without images, as an extender sends nodes back;
   * absent: it reads neither of the node that it scores.
   */
  ofBareNodes?(): NodeScorer
  /** Odd input may lead out of 0 to 100, which fails the attempt. */
  readonly mayLeaveRange?: boolean
}

export type PreScoreResult =
  | { readonly kind: 'skip' }
  | { readonly kind: 'error'; readonly at?: 'PreScore' | 'Score'; readonly message: string }
  | { readonly kind: 'score'; readonly scorer: NodeScorer; readonly perPod?: boolean }

export const SKIP_SCORE: PreScoreResult = { kind: 'skip' }

export function scoring(scorer: NodeScorer): PreScoreResult {
  return { kind: 'score', scorer }
}

/** What a plugin prepares from. */
export interface Preparation {
  readonly cluster: Cluster
  readonly pod: Pod
  /** Where this plugin's statuses get their ids. */
  readonly statuses: PluginStatuses
}

/** Of plugins that read neither the pod's namespace nor its labels. */
export const READS_NO_IDENTITY = (): string => ''

/** A plugin of kube-scheduler (or a predicate or priority of a classic release), configured. */
export interface Plugin {
  /** Upstream's exact name. */
  readonly name: string
  /**
   * What the plugin makes of the pod's namespace and labels, as text. Pods that differ in nothing else
   * share findings where every plugin makes the same of these. Absent: it may read all of them.
   */
  readsOfIdentity?(cluster: Cluster, pod: PodSignature): string
  /**
   * Of those that make something of the cluster's `distinctTerms` there: whether the ones that came since
   * there were so many change what it makes of this pod. Absent: they change nothing.
   */
  readsTermsSince?(cluster: Cluster, pod: PodSignature, since: number): boolean
  /**
   * What it found out for one pod serves another that differs in nothing but how much cpu, memory and
   * ephemeral storage it asks for (not whether), once its filter and scorer were told to `follow`.
   * Absent: such pods share nothing.
   */
  readonly followsRequests?: boolean
  /** Reasons why the pod may not be queued at all. */
  preEnqueue?(pod: Pod, cluster: Cluster): readonly string[] | null
  /** PreFilter and Filter. */
  prepareFilter?(preparation: Preparation): PreFilterResult
  /** PreScore and Score. */
  prepareScore?(preparation: Preparation): PreScoreResult
  /** Reserve and PreBind: why the pod cannot have what it needs on the node after all; null: it can. */
  bindingFailure?(pod: Pod, node: number): string | null
  /** Reserve: the pod goes to this node, so take what it needs there besides resources. */
  reserve?(cluster: Cluster, pod: Pod, node: number): void
}
