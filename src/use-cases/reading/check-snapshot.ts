import { err, ok, type Result } from '../../result.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import { type Issue, Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { readCluster } from '../../snapshot/read.ts'
import { type ObjectChanges, SnapshotObjects } from '../../snapshot/snapshot-objects.ts'

const IN_REQUEST = '/snapshot'

/** Reads a snapshot that is to be kept as a decision would, so that what is wrong shows now; `at`: its place in the request. */
export function checkSnapshot(
  snapshot: unknown,
  nodesMax: number,
  at: '' | '/snapshot' = '',
): Result<SnapshotObjects, readonly Issue[]> {
  const issues = issuesOf(snapshot, nodesMax, at)
  return issues.length > 0 ? err(issues) : ok(SnapshotObjects.of(snapshot))
}

/** Changes the objects, or says why not and leaves them as they are. */
export function changeSnapshot(
  objects: SnapshotObjects,
  changes: ObjectChanges,
  nodesMax: number,
): Result<null, readonly Issue[]> {
  if (changes.put !== undefined) {
    const found = issuesOf(changes.put, nodesMax, '/put')
    if (found.length > 0) return err(found)
  }
  const issues = new Issues()
  objects.change(changes, ROOT, issues, nodesMax)
  return issues.any ? err(issues.list) : ok(null)
}

function issuesOf(snapshot: unknown, nodesMax: number, at: string): readonly Issue[] {
  const profile = resolveProfile({ only: [], fixes: false })
  if (!profile.ok) throw new Error('the usual profile is none')
  const { accounting } = profile.value
  const options = { accounting, absentKinds: 'unknown', defaulting: true, nodesMax } as const
  const read = readCluster({ snapshot, pods: [] }, options)
  if (read.ok) return []
  return read.error.map((issue) => ({
    ...issue,
    pointer: at + issue.pointer.slice(IN_REQUEST.length),
  }))
}
