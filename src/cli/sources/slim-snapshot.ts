import { err, ok, type Result } from '../../result.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { objectOf } from '../../snapshot/json/raw-object.ts'
import { SnapshotReader } from '../../snapshot/json/snapshot-reader.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { slimObject } from './slim-object.ts'
import { namePlace, partsOf, type Sourced, snapshotOf } from './sources.ts'

/** What scheduling reads of a dump that somebody else took, by kind; a kind that is there empty stays so. */
export function slimSnapshot(
  dump: readonly Sourced[],
): Result<ReadonlyMap<SnapshotResource, readonly JsonObject[]>, readonly string[]> {
  const objects = new Map<SnapshotResource, JsonObject[]>()
  const issues = new Issues()
  const markGiven = (kind: SnapshotResource) => {
    if (!objects.has(kind)) objects.set(kind, [])
  }
  const add = (kind: SnapshotResource, value: unknown) => {
    markGiven(kind)
    const object = objectOf(value)
    const named = { kind: SNAPSHOT_RESOURCES[kind] }
    if (isObject(object)) objects.get(kind)?.push(slimObject({ ...named, ...object }))
  }
  new SnapshotReader({ add, markGiven }, issues, Number.POSITIVE_INFINITY).read(
    snapshotOf(dump),
    ROOT,
  )
  if (!issues.any) return ok(objects)
  const parts = partsOf(dump)
  return err(
    issues.list.map(({ pointer, message }) => {
      const [, index = '', ...below] = pointer.split('/')
      const part = parts[Number(index)]
      const place = below.map((step) => `/${step}`).join('')
      return part === undefined ? message : `${namePlace(part, place)}: ${message}`
    }),
  )
}
