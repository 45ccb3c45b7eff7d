import type { Fields } from './fields.ts'
import type { SnapshotKind } from './kinds.ts'

/** Storage objects of the snapshot. */
export class VolumeObjects {
  add(_kind: SnapshotKind, _object: Fields): void {}
}
