import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED'

/** Who is told of what happens to objects, after the cluster has it. */
export type OnChange = (kind: SnapshotResource, type: ChangeType, object: JsonObject) => void
