import { type BuildOptions, ClusterBuilder, type PodToDecide } from './builder.ts'
import type { Cluster } from './cluster.ts'
import { isObject, type JsonObject } from './fields.ts'
import { ARRAY_OF_KIND, SNAPSHOT_KIND_NAMES, type SnapshotKind } from './kinds.ts'
import { type Issue, Issues, type Place, ROOT } from './place.ts'

export interface ReadOptions extends BuildOptions {
  readonly nodesMax: number
}

/** The parts of a request that hold Kubernetes objects. */
export interface ClusterRequest {
  readonly snapshot: unknown
  readonly pod?: unknown
  readonly pods?: readonly unknown[] | undefined
}

export type ReadResult =
  | { readonly ok: true; readonly cluster: Cluster; readonly pods: readonly PodToDecide[] }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** Reads pods and snapshot of a request; all that is wrong is reported at once. */
export function readCluster(request: ClusterRequest, options: ReadOptions): ReadResult {
  const issues = new Issues()
  const builder = new ClusterBuilder(options, issues)
  if (request.pods === undefined) builder.addPodToDecide(request.pod, ROOT.at('pod'))
  for (const [index, pod] of (request.pods ?? []).entries()) {
    builder.addPodToDecide(pod, ROOT.at('pods').at(index))
  }
  new SnapshotReader(builder, issues, options.nodesMax).read(request.snapshot, ROOT.at('snapshot'))
  return issues.any ? { ok: false, issues: issues.list } : { ok: true, ...builder.finish() }
}

/** The forms that a snapshot comes in: an object of arrays, a List of anything, or an array of these. */
class SnapshotReader {
  private readonly builder: ClusterBuilder
  private readonly issues: Issues
  private readonly nodesMax: number
  private nodeCount = 0

  constructor(builder: ClusterBuilder, issues: Issues, nodesMax: number) {
    this.builder = builder
    this.issues = issues
    this.nodesMax = nodesMax
  }

  read(value: unknown, place: Place): void {
    if (Array.isArray(value)) {
      for (const [index, part] of value.entries()) this.readPart(part, place.at(index))
    } else {
      this.readPart(value, place)
    }
  }

  private readPart(value: unknown, place: Place): void {
    if (!isObject(value)) {
      this.issues.add(place, 'not-a-request', 'expected a snapshot, a List or a Kubernetes object')
      return
    }
    const kind = value['kind']
    if (typeof kind !== 'string') return this.readArrays(value, place)
    const ofKind = ARRAY_OF_KIND.get(kind)
    if (ofKind !== undefined) return this.add(ofKind, value, place)
    if (kind.endsWith('List')) this.readList(kind, value, place)
  }

  private readArrays(value: JsonObject, place: Place): void {
    for (const name of Object.keys(value)) {
      if (!SNAPSHOT_KIND_NAMES.some((known) => known === name)) {
        const message = `unknown kind; known are ${SNAPSHOT_KIND_NAMES.join(', ')}`
        this.issues.add(place.at(name), 'not-a-request', message)
      }
    }
    for (const name of SNAPSHOT_KIND_NAMES) {
      const items = value[name]
      if (items === undefined || items === null) continue
      this.builder.markGiven(name)
      this.readItems(items, place.at(name), (item, at) => this.add(name, item, at))
    }
  }

  /** List holds mixed kinds, each item naming its own; NodeList and the like need not. */
  private readList(kind: string, value: JsonObject, place: Place): void {
    const ofItems = ARRAY_OF_KIND.get(kind.slice(0, -'List'.length))
    if (ofItems !== undefined) this.builder.markGiven(ofItems)
    this.readItems(value['items'] ?? [], place.at('items'), (item, at) => {
      if (ofItems !== undefined) return this.add(ofItems, item, at)
      if (kind === 'List') this.readPart(item, at)
    })
  }

  private readItems(items: unknown, place: Place, read: (item: unknown, at: Place) => void): void {
    if (!Array.isArray(items)) {
      this.issues.add(place, 'not-a-request', 'expected an array')
      return
    }
    for (const [index, item] of items.entries()) read(item, place.at(index))
  }

  private add(kind: SnapshotKind, value: unknown, place: Place): void {
    if (kind === 'nodes' && ++this.nodeCount > this.nodesMax) {
      const message = `more than ${this.nodesMax} nodes`
      if (this.nodeCount === this.nodesMax + 1) this.issues.add(place, 'too-many', message)
      return
    }
    this.builder.add(kind, value, place)
  }
}
