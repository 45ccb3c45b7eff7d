import type { JsonObject } from '../snapshot/json/fields.ts'
import { nameOf, namespaceOf } from '../snapshot/json/raw-object.ts'
import type { ObjectKey } from '../snapshot/patch.ts'
import { readPartOf } from '../snapshot/read-part.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { ChangeType } from './api-server/change.ts'
import type { ObjectsByKind } from './api-server/object-feed.ts'

type ObjectArrays = { [kind in SnapshotResource]?: JsonObject[] }

/** What a patch of a named snapshot says. */
export interface SnapshotChanges {
  readonly put: ObjectArrays
  readonly remove: readonly ObjectKey[]
}

interface Changed {
  readonly kind: SnapshotResource
  readonly namespace: string
  readonly name: string
}

/** All objects of a cluster, as far as anything reads them, and which of them changed since it was last told. */
export class ClusterObjects {
  private readonly byKind = new Map<SnapshotResource, Map<string, JsonObject>>()
  private changed = new Map<string, Changed>()

  constructor(listed: ObjectsByKind) {
    for (const [kind, items] of listed) {
      const parts = items.map((object) => [keyOf(object), readPartOf(kind, object)] as const)
      this.byKind.set(kind, new Map(parts))
    }
  }

  /** False when nothing changed that anything reads. */
  change(kind: SnapshotResource, type: ChangeType, object: JsonObject): boolean {
    const objects = this.byKind.get(kind)
    const key = keyOf(object)
    const part = type === 'DELETED' ? undefined : readPartOf(kind, object)
    if (objects === undefined || isSame(objects.get(key), part)) return false
    if (part === undefined) objects.delete(key)
    else objects.set(key, part)
    const [namespace, name] = [namespaceOf(object), nameOf(object)]
    this.changed.set(`${kind} ${key}`, { kind, namespace, name })
    return true
  }

  get hasChanges(): boolean {
    return this.changed.size > 0
  }

  /** The whole, each kind an array; with it all changes are told. */
  takeAll(): ObjectArrays {
    this.changed.clear()
    return Object.fromEntries([...this.byKind].map(([kind, all]) => [kind, [...all.values()]]))
  }

  /** What changed since something was last taken. */
  takeChanges(): SnapshotChanges {
    const put: ObjectArrays = {}
    const remove: ObjectKey[] = []
    for (const { kind, namespace, name } of this.changed.values()) {
      const object = this.byKind.get(kind)?.get(`${namespace}/${name}`)
      if (object === undefined) remove.push({ kind: SNAPSHOT_RESOURCES[kind], namespace, name })
      else {
        put[kind] ??= []
        put[kind].push(object)
      }
    }
    this.changed.clear()
    return { put, remove }
  }
}

function keyOf(object: JsonObject): string {
  return `${namespaceOf(object)}/${nameOf(object)}`
}

function isSame(a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b))
}
