import { Issues, type Place, ROOT } from '../snapshot/json/json-path.ts'
import { SnapshotReader } from '../snapshot/json/snapshot-reader.ts'
import type { SnapshotKind } from '../snapshot/snapshot-resources.ts'
import type { Sourced } from './sources.ts'

/** The objects of one kind in any form of a snapshot. What is wrong with it is for others to say. */
export function findObjects(source: Sourced, wanted: SnapshotKind): Sourced[] {
  const found: Sourced[] = []
  const { name, pointer } = source
  const sink = {
    markGiven: () => {},
    add(kind: SnapshotKind, value: unknown, place: Place) {
      if (kind === wanted) found.push({ value, name, pointer: `${pointer}${place.pointer}` })
    },
  }
  new SnapshotReader(sink, new Issues(), Number.POSITIVE_INFINITY).read(source.value, ROOT)
  return found
}
