import { Issues, type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import { SnapshotReader } from '../../snapshot/json/snapshot-reader.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { Sourced } from './sources.ts'

/** The objects of one kind in any form of a snapshot. What is wrong with it is for others to say. */
export function findObjects(source: Sourced, wanted: SnapshotResource): Sourced[] {
  const found: Sourced[] = []
  const { name, pointer } = source
  const sink = {
    markGiven: () => {},
    add(kind: SnapshotResource, value: unknown, place: JsonPath) {
      if (kind === wanted) found.push({ value, name, pointer: `${pointer}${place.pointer}` })
    },
  }
  new SnapshotReader(sink, new Issues(), Number.POSITIVE_INFINITY).read(source.value, ROOT)
  return found
}
