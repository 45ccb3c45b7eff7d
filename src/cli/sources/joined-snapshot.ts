import { err, ok, type Result } from '../../result.ts'
import { type Issue, Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { namespacedKey } from '../../snapshot/json/raw-object.ts'
import { SnapshotReader, type SnapshotSink } from '../../snapshot/json/snapshot-reader.ts'
import { PatchedSnapshot } from '../../snapshot/patch.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { ExpandedFiles } from './expand-files.ts'
import { type Sourced, snapshotOf } from './sources.ts'

/** Under which errors speak of it. */
const NAME = 'the snapshot with --pods'

/**
 * The cluster as it is once the manifests were applied to it: their pods wait, all else has joined. For
 * questions about a cluster that name no pods.
 */
export function joinedSnapshot(
  snapshot: readonly Sourced[],
  { pods, patch }: Pick<ExpandedFiles, 'pods' | 'patch'>,
): Result<readonly Sourced[], readonly Issue[]> {
  if (patch === undefined && pods.length === 0) return ok(snapshot)
  const issues = new Issues()
  const arrays = new SnapshotArrays()
  const sink = patch === undefined ? null : new PatchedSnapshot(arrays, patch, issues)
  const reader = new SnapshotReader(sink ?? arrays, issues, Number.POSITIVE_INFINITY)
  reader.read(snapshotOf(snapshot), ROOT.at('snapshot'))
  sink?.finish()
  if (issues.any) return err(issues.list)
  if (pods.length > 0) arrays.replacePods(pods)
  return ok([{ value: Object.fromEntries(arrays.byKind), name: NAME, pointer: '' }])
}

/** Objects by the array of a snapshot that they belong in; a kind that was given empty is there, empty. */
class SnapshotArrays implements SnapshotSink {
  readonly byKind = new Map<SnapshotResource, unknown[]>()

  markGiven(kind: SnapshotResource): void {
    if (!this.byKind.has(kind)) this.byKind.set(kind, [])
  }

  add(kind: SnapshotResource, value: unknown): void {
    const objects = this.byKind.get(kind)
    if (objects === undefined) this.byKind.set(kind, [value])
    else objects.push(value)
  }

  /** A pod of a manifest takes the place of one of the same name. */
  replacePods(pods: ExpandedFiles['pods']): void {
    const added = new Set(pods.map(({ value }) => namespacedKey(value)))
    const others = (this.byKind.get('pods') ?? []).filter((pod) => !added.has(namespacedKey(pod)))
    this.byKind.set('pods', [...others, ...pods.map(({ value }) => value)])
  }
}
