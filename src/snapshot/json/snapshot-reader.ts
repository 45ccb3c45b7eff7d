import { ARRAY_OF_KIND, SNAPSHOT_KIND_NAMES, type SnapshotResource } from '../snapshot-resources.ts'
import { isObject, type JsonObject } from './fields.ts'
import type { Issues, JsonPath } from './json-path.ts'

/** Where the objects of a snapshot go, one at a time. */
export interface SnapshotSink {
  /** The kind is there, if only as an empty list. */
  markGiven(kind: SnapshotResource): void
  add(kind: SnapshotResource, value: unknown, path: JsonPath): void
}

/** The forms that a snapshot comes in: an object of arrays, a List of anything, or an array of these. */
export class SnapshotReader {
  private readonly sink: SnapshotSink
  private readonly issues: Issues
  private readonly nodesMax: number
  private nodeCount = 0

  constructor(sink: SnapshotSink, issues: Issues, nodesMax: number) {
    this.sink = sink
    this.issues = issues
    this.nodesMax = nodesMax
  }

  read(value: unknown, path: JsonPath): void {
    if (Array.isArray(value)) {
      for (const [index, part] of value.entries()) this.readPart(part, path.at(index))
    } else {
      this.readPart(value, path)
    }
  }

  private readPart(value: unknown, path: JsonPath): void {
    if (!isObject(value)) {
      this.issues.add(path, 'not-a-request', 'expected a snapshot, a List or a Kubernetes object')
      return
    }
    const kind = value['kind']
    if (typeof kind !== 'string') return this.readArrays(value, path)
    const ofKind = ARRAY_OF_KIND.get(kind)
    if (ofKind !== undefined) return this.add(ofKind, value, path)
    if (kind.endsWith('List')) this.readList(kind, value, path)
  }

  private readArrays(value: JsonObject, path: JsonPath): void {
    for (const name of Object.keys(value)) {
      if (!SNAPSHOT_KIND_NAMES.some((known) => known === name)) {
        const message = `unknown kind; known are ${SNAPSHOT_KIND_NAMES.join(', ')}`
        this.issues.add(path.at(name), 'not-a-request', message)
      }
    }
    for (const name of SNAPSHOT_KIND_NAMES) {
      const items = value[name]
      if (items === undefined || items === null) continue
      this.sink.markGiven(name)
      this.readItems(items, path.at(name), (item, at) => this.add(name, item, at))
    }
  }

  /** List holds mixed kinds, each item naming its own; NodeList and the like need not. */
  private readList(kind: string, value: JsonObject, path: JsonPath): void {
    const ofItems = ARRAY_OF_KIND.get(kind.slice(0, -'List'.length))
    if (ofItems !== undefined) this.sink.markGiven(ofItems)
    this.readItems(value['items'] ?? [], path.at('items'), (item, at) => {
      if (ofItems !== undefined) return this.addOfList(kind, ofItems, item, at)
      if (kind === 'List') this.readPart(item, at)
    })
  }

  /** Items of a NodeList and the like need not name their kind, but may not be of another one. */
  private addOfList(list: string, kind: SnapshotResource, item: unknown, path: JsonPath): void {
    const own = isObject(item) ? item['kind'] : undefined
    if (typeof own === 'string' && `${own}List` !== list) {
      this.issues.add(path, 'not-a-request', `a ${own} in a ${list}`)
    } else this.add(kind, item, path)
  }

  private readItems(
    items: unknown,
    path: JsonPath,
    read: (item: unknown, at: JsonPath) => void,
  ): void {
    if (!Array.isArray(items)) {
      this.issues.add(path, 'not-a-request', 'expected an array')
      return
    }
    // Pods are many: an iterator would make a pair for each.
    for (let index = 0; index < items.length; index++) read(items[index], path.at(index))
  }

  private add(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    if (kind === 'nodes' && ++this.nodeCount > this.nodesMax) {
      const message = `more than ${this.nodesMax} nodes`
      if (this.nodeCount === this.nodesMax + 1) this.issues.add(path, 'too-many', message)
      return
    }
    this.sink.markGiven(kind)
    this.sink.add(kind, value, path)
  }
}
