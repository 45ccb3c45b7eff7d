import { Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { nameOf, namespaceOrDefault } from '../../snapshot/json/raw-object.ts'
import { SnapshotReader } from '../../snapshot/json/snapshot-reader.ts'
import { keyOfObject, type ObjectKey } from '../../snapshot/patch.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { type Sourced, snapshotOf } from './sources.ts'

/** What makes of one cluster another. */
export interface SnapshotChanges {
  readonly put: unknown
  readonly remove: readonly ObjectKey[]
}

/** Kinds of which the later dump has nothing were not asked for: they are as they were. */
export function snapshotChanges(
  before: readonly Sourced[],
  after: readonly Sourced[],
): SnapshotChanges {
  const [old, later] = [listObjects(before), listObjects(after)]
  const gone = [...old.keys].filter(
    ([key, { kind }]) => later.kinds.has(kind) && !later.keys.has(key),
  )
  return {
    put: snapshotOf(after),
    remove: gone.map(([, { kind, namespace, name }]) => {
      return { kind: SNAPSHOT_RESOURCES[kind], namespace, name }
    }),
  }
}

interface Listed {
  readonly kind: SnapshotResource
  readonly namespace: string
  readonly name: string
}

function listObjects(sources: readonly Sourced[]) {
  const keys = new Map<string, Listed>()
  const kinds = new Set<SnapshotResource>()
  const sink = {
    markGiven: (kind: SnapshotResource) => void kinds.add(kind),
    add(kind: SnapshotResource, value: unknown) {
      kinds.add(kind)
      const place = { namespace: namespaceOrDefault(value), name: nameOf(value) }
      keys.set(keyOfObject(kind, value), { kind, ...place })
    },
  }
  // What is wrong with either of them is for the comparison to say.
  const reader = new SnapshotReader(sink, new Issues(), Number.POSITIVE_INFINITY)
  reader.read(snapshotOf(sources), ROOT)
  return { keys, kinds }
}
