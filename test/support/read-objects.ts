import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../../src/snapshot/cluster.ts'
import type { Issue } from '../../src/snapshot/json/json-path.ts'
import type { PodSignature } from '../../src/snapshot/pods/pod-signature.ts'
import { type ReadResult, readCluster } from '../../src/snapshot/read.ts'
import type { AbsentKinds } from '../../src/snapshot/reads.ts'
import type { Json } from './make-node.ts'

export interface ReadRequest {
  readonly pods?: readonly unknown[]
  readonly profile?: string
  readonly defaulting?: boolean
  readonly nodesMax?: number
  /** Empty unless a test says otherwise: most give only what they are about. */
  readonly absentKinds?: AbsentKinds
}

/** Reads a snapshot, and pods to decide, as the scheduler of a release would. */
export function readObjects(snapshot: unknown, request: ReadRequest = {}): ReadResult {
  const { pods = [], profile, defaulting = false, nodesMax = 1000 } = request
  const { absentKinds = 'empty' } = request
  const resolved = resolveProfile({ profile, only: [], fixes: false })
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.error))
  const { accounting } = resolved.value
  return readCluster({ snapshot, pods }, { accounting, absentKinds, defaulting, nodesMax })
}

/** The cluster of a snapshot without faults. */
export function clusterOf(snapshot: unknown, request: ReadRequest = {}): Cluster {
  const read = readObjects(snapshot, request)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value.cluster
}

/** What is wrong with a snapshot. */
export function issuesOf(snapshot: unknown, request: ReadRequest = {}): readonly Issue[] {
  const read = readObjects(snapshot, request)
  return read.ok ? [] : read.error
}

/** What is kept of a pod to decide. */
export function classOf(pod: Json, request: ReadRequest = {}, snapshot: Json = {}): PodSignature {
  const read = readObjects(snapshot, { ...request, pods: [pod] })
  if (!read.ok || read.value.pods[0] === undefined) throw new Error(JSON.stringify(read))
  return read.value.pods[0].pod.signature
}
