import { DEFAULT_NAMESPACE } from './api-defaults.ts'
import type { Issues, JsonPath } from './json/json-path.ts'
import { nameOf, namespaceOf } from './json/raw-object.ts'
import { SnapshotReader, type SnapshotSink } from './json/snapshot-reader.ts'
import { ARRAY_OF_KIND, SNAPSHOT_RESOURCES, type SnapshotResource } from './snapshot-resources.ts'

/** Names one object of a snapshot. */
export interface ObjectKey {
  readonly kind: string
  readonly namespace?: string | undefined
  readonly name: string
}

/** What one side of a comparison changes of the common snapshot; see schemas/decisions/comparison-request.ts. */
export interface SnapshotPatch {
  /** Where the request says so. */
  readonly path: JsonPath
  /** Objects in any form of a snapshot, to replace those of the same name or to come after all. */
  readonly put?: unknown
  readonly remove?: readonly ObjectKey[] | undefined
}

export const CLUSTER_SCOPED: ReadonlySet<SnapshotResource> = new Set<SnapshotResource>([
  'nodes',
  'namespaces',
  'priorityClasses',
  'persistentVolumes',
  'storageClasses',
  'csiNodes',
  'csiDrivers',
  'volumeAttachments',
  'resourceSlices',
  'deviceClasses',
  'deviceTaintRules',
  'runtimeClasses',
])

/** An object that a patch puts. */
export interface PutObject {
  readonly kind: SnapshotResource
  readonly value: unknown
  readonly path: JsonPath
}

/** An object that a patch removes. */
export interface RemovedObject {
  readonly kind: SnapshotResource
  readonly namespace: string
  readonly name: string
  readonly path: JsonPath
}

/** What a patch says, each object once. */
export interface ReadPatch {
  /** By key. */
  readonly put: Map<string, PutObject>
  readonly removed: Map<string, RemovedObject>
}

export function readPatch({ path, put, remove }: SnapshotPatch, issues: Issues): ReadPatch {
  const objects = new Map<string, PutObject>()
  const removed = new Map<string, RemovedObject>()
  if (put !== undefined) {
    const add = (kind: SnapshotResource, value: unknown, at: JsonPath) => {
      const key = keyOfObject(kind, value)
      if (objects.has(key)) issues.add(at, 'duplicate-object', 'the patch puts it twice')
      objects.set(key, { kind, value, path: at })
    }
    // One object more does not make a kind known of which nothing was.
    const collector: SnapshotSink = { add, markGiven: () => {} }
    new SnapshotReader(collector, issues, Number.POSITIVE_INFINITY).read(put, path.at('put'))
  }
  for (const [index, { kind, namespace, name }] of (remove ?? []).entries()) {
    const at = path.at('remove').at(index)
    const array = kindOfKey({ kind, name }, at, issues)
    if (array === null) continue
    const key = keyOfName(array, { namespace, name })
    if (objects.has(key)) refuse(issues, at, 'the patch puts this object as well')
    removed.set(key, { kind: array, namespace: namespace || DEFAULT_NAMESPACE, name, path: at })
  }
  return { put: objects, removed }
}

/**
 * A snapshot as a patch leaves it. An object that is replaced keeps its place, since the order of
 * nodes matters; new ones come last, when `finish` is called.
 */
export class PatchedSnapshot implements SnapshotSink {
  private readonly sink: SnapshotSink
  private readonly issues: Issues
  private readonly put: Map<string, PutObject>
  private readonly removed: ReadonlyMap<string, RemovedObject>
  private readonly found = new Set<string>()

  constructor(sink: SnapshotSink, patch: SnapshotPatch, issues: Issues) {
    this.sink = sink
    this.issues = issues
    const { put, removed } = readPatch(patch, issues)
    this.put = put
    this.removed = removed
  }

  markGiven(kind: SnapshotResource): void {
    this.sink.markGiven(kind)
  }

  add(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    const key = keyOfObject(kind, value)
    if (this.removed.has(key)) {
      this.found.add(key)
      return
    }
    const put = this.put.get(key)
    this.put.delete(key)
    if (put === undefined) this.sink.add(kind, value, path)
    else this.sink.add(kind, put.value, put.path)
  }

  finish(): void {
    for (const { kind, value, path } of this.put.values()) this.sink.add(kind, value, path)
    for (const [key, { path }] of this.removed) {
      if (!this.found.has(key)) refuse(this.issues, path, 'the snapshot has no such object')
    }
  }
}

function refuse(issues: Issues, path: JsonPath, message: string): void {
  issues.add(path, 'not-a-request', message)
}

/** The array that a key's kind stands for; null and an issue when there is none. */
function kindOfKey({ kind }: ObjectKey, path: JsonPath, issues: Issues): SnapshotResource | null {
  const array = ARRAY_OF_KIND.get(kind)
  if (array !== undefined) return array
  const known = Object.values(SNAPSHOT_RESOURCES).join(', ')
  const message = `${JSON.stringify(kind)} is not a kind; known are ${known}`
  issues.add(path.at('kind'), 'not-a-request', message)
  return null
}

/** What tells the objects of a snapshot apart. */
export function keyOfName(
  kind: SnapshotResource,
  { namespace, name }: Pick<ObjectKey, 'namespace' | 'name'>,
): string {
  const scope = CLUSTER_SCOPED.has(kind) ? '' : namespace || DEFAULT_NAMESPACE
  return JSON.stringify([kind, scope, name])
}

/** An object that is none has no key of its own; whoever reads it will say so. */
export function keyOfObject(kind: SnapshotResource, value: unknown): string {
  return keyOfName(kind, { namespace: namespaceOf(value), name: nameOf(value) })
}
