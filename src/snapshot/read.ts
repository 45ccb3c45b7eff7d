import { err, ok, type Result } from '../result.ts'
import { type BuildOptions, type BuiltCluster, ClusterBuilder } from './builder.ts'
import type { ClusterEditor } from './edits/cluster-editor.ts'
import type { JsonObject } from './json/fields.ts'
import { type Issue, Issues, ROOT } from './json/json-path.ts'
import { SnapshotReader } from './json/snapshot-reader.ts'
import { PatchedSnapshot, type SnapshotPatch } from './patch.ts'

export interface ReadOptions extends BuildOptions {
  readonly nodesMax: number
  /** PriorityClasses that are kept of the cluster, for what the snapshot does not bring. */
  readonly storedPriorityClasses?: readonly JsonObject[]
}

/** The parts of a request that hold Kubernetes objects. */
export interface ClusterRequest {
  readonly snapshot: unknown
  readonly pod?: unknown
  readonly pods?: readonly unknown[] | undefined
  /** Changes to the snapshot. */
  readonly patch?: SnapshotPatch | undefined
}

export type ReadResult = Result<BuiltCluster, readonly Issue[]>

/** Reads pods and snapshot of a request; all that is wrong is reported at once. */
export function readCluster(request: ClusterRequest, options: ReadOptions): ReadResult {
  const issues = new Issues()
  const builder = new ClusterBuilder(options, issues)
  for (const stored of options.storedPriorityClasses ?? []) builder.addStoredPriorityClass(stored)
  if (request.pods === undefined) builder.addPodToDecide(request.pod, ROOT.at('pod'))
  for (const [index, pod] of (request.pods ?? []).entries()) {
    builder.addPodToDecide(pod, ROOT.at('pods').at(index))
  }
  const { snapshot, patch } = request
  const patched = patch === undefined ? null : new PatchedSnapshot(builder, patch, issues)
  const reader = new SnapshotReader(patched ?? builder, issues, options.nodesMax)
  reader.read(snapshot, ROOT.at('snapshot'))
  patched?.finish()
  return issues.any ? err(issues.list) : ok(builder.finish())
}

export interface EditableCluster extends BuiltCluster {
  readonly editor: ClusterEditor
}

/** The same for a cluster that will be edited, instead of being read again with every change. */
export function readEditableCluster(
  request: ClusterRequest,
  options: ReadOptions,
): Result<EditableCluster, readonly Issue[]> {
  const found = readCluster(request, { ...options, isEditable: true })
  if (!found.ok) return found
  const { editor } = found.value
  if (editor === null) throw new Error('an editable cluster has its editor')
  return ok({ ...found.value, editor })
}
