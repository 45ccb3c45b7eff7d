import type { Fields } from './fields.ts'
import type { SnapshotKind } from './kinds.ts'

/** Objects of dynamic resource allocation. */
export class DeviceObjects {
  add(_kind: SnapshotKind, _object: Fields): void {}
}
