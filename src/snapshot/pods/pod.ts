import type { WorkloadReference } from '../workloads/workload-groups.ts'
import type { PodSignature } from './pod-signature.ts'

/** One pod: its signature, and what is its own. */
export interface Pod {
  readonly signature: PodSignature
  readonly name: string
  /** Empty when the manifest has none, as one that was never created. */
  readonly uid: string
  /** Row of the node that it runs on, -1 while it is pending. */
  node: number
  /** Name of the node that a preemption promised it, empty without. */
  readonly nominatedNodeName: string
  /** namespace/name of the PodGroup that it names, empty without. */
  readonly podGroup: string
  /** The pod group in a Workload that it names, as 1.35 has it. */
  readonly workloadRef: WorkloadReference | null
  /** status.startTime in ms since the epoch, null when it has not started. */
  readonly startTimeMs: number | null
  /** metadata.deletionTimestamp in ms since the epoch: when it is gone at the latest. */
  readonly deletionTimeMs: number | null
  /** Order of appearance; pods placed in the request come last. */
  readonly index: number
}
