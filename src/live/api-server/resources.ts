import { API_GROUPS } from '../../snapshot/api-groups.ts'
import { SNAPSHOT_KIND_NAMES, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'

/** What scheduling does not read. */
const NOT_FOLLOWED: ReadonlySet<SnapshotResource> = new Set<SnapshotResource>([
  'leases',
  'serviceAccounts',
  'limitRanges',
  'resourceQuotas',
  'runtimeClasses',
  // Of 1.35, as which no live cluster is scheduled.
  'workloads',
])

/**
 * Where the API server has the kinds that are followed: of several places the first that it serves;
 * what it serves nowhere is empty.
 */
export const PATHS: ReadonlyMap<SnapshotResource, readonly string[]> = new Map(
  SNAPSHOT_KIND_NAMES.filter((kind) => !NOT_FOLLOWED.has(kind)).map((kind) => [
    kind,
    pathsOf(kind),
  ]),
)

function pathsOf(kind: SnapshotResource): readonly string[] {
  const { group, versions } = API_GROUPS[kind]
  const root = group === '' ? '/api' : `/apis/${group}`
  return versions.map((version) => `${root}/${version}/${kind.toLowerCase()}`)
}
