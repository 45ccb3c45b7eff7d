import { expandFiles } from '../../cli/sources/expand-files.ts'
import { pendingPods } from '../../cli/sources/pending-pods.ts'
import { namePlace, type Sourced } from '../../cli/sources/sources.ts'
import { err, ok, type Result } from '../../result.ts'
import { DEFAULT_SCHEDULER_NAME } from '../../snapshot/api-defaults.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { namespacedKey, textAt } from '../../snapshot/json/raw-object.ts'
import { SnapshotReader } from '../../snapshot/json/snapshot-reader.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import { ScannedPod } from '../../snapshot/pods/scanned-pod.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { withoutNode } from '../../use-cases/explanations/without-node.ts'
import type { PodFacts } from '../protocol.ts'

/** Objects by kind, in the order given; a kind that is there at all has its list. */
export type Objects = ReadonlyMap<SnapshotResource, readonly unknown[]>

/** What the files hold, sorted by kind, and the pods that may be asked about. */
export class OpenedCluster {
  readonly objects: Objects
  readonly podOf: ReadonlyMap<string, unknown>
  /** In the order of the scheduling queue. */
  readonly pending: readonly string[]
  private readonly toPlace = new Map<string, JsonObject>()

  /** What manifests leave open. */
  readonly notEvaluated: readonly NotEvaluated[]

  private constructor(
    objects: Objects,
    pending: readonly string[],
    notEvaluated: readonly NotEvaluated[],
  ) {
    this.objects = objects
    this.pending = pending
    this.notEvaluated = notEvaluated
    this.podOf = new Map((objects.get('pods') ?? []).map((pod) => [namespacedKey(pod), pod]))
  }

  /** Single objects are manifests, and stand for the pods that their controllers would make. */
  static of(sources: readonly Sourced[]): Result<OpenedCluster, readonly string[]> {
    const manifests = sources.filter(({ value }) => isManifest(value))
    const snapshot = sources.filter(({ value }) => !isManifest(value))
    const expanded = expandFiles(manifests, snapshot, 'ignore')
    if (!expanded.ok) return expanded
    const { pods, joining, notEvaluated } = expanded.value
    const all = [...snapshot, ...joining, ...pods]
    const objects = new Map<SnapshotResource, unknown[]>()
    const lines = all.flatMap((source) => sortInto(objects, source))
    if (lines.length > 0) return err(lines)
    if ((objects.get('nodes') ?? []).length === 0) return err(NO_NODES)
    const waiting = pendingPods(all, new Set([DEFAULT_SCHEDULER_NAME]))
    const keys = new Set(waiting.map(({ value }) => namespacedKey(value)))
    return ok(new OpenedCluster(objects, [...keys], notEvaluated))
  }

  /** The pod as it would be placed now. */
  podToPlace(key: string): JsonObject | null {
    const known = this.toPlace.get(key)
    if (known !== undefined) return known
    const found = this.podOf.get(key)
    if (!isObject(found)) return null
    const pod = withoutNode(found instanceof ScannedPod ? found.toObject() : found)
    this.toPlace.set(key, pod)
    return pod
  }

  /** Those that wait first, then those that run. */
  podFacts(): PodFacts[] {
    const waiting = new Set(this.pending)
    const facts = (key: string): PodFacts => {
      const pod = this.podOf.get(key)
      return { key, isPending: waiting.has(key), node: textAt(pod, 'spec', 'nodeName') }
    }
    const running = [...this.podOf.keys()].filter(
      (key) => !waiting.has(key) && textAt(this.podOf.get(key), 'spec', 'nodeName') !== '',
    )
    return [...this.pending, ...running].map(facts)
  }
}

/** Lists, objects of arrays and nodes are what a cluster is dumped as. */
function isManifest(value: unknown): boolean {
  const kind = isObject(value) ? value['kind'] : undefined
  return typeof kind === 'string' && kind !== 'Node' && !kind.endsWith('List')
}

/** Adds what a document holds to the lists by kind; says what is wrong with it. */
function sortInto(objects: Map<SnapshotResource, unknown[]>, source: Sourced): string[] {
  const listOf = (kind: SnapshotResource) => {
    const list = objects.get(kind) ?? []
    objects.set(kind, list)
    return list
  }
  const issues = new Issues()
  const sink = {
    markGiven: (kind: SnapshotResource) => void listOf(kind),
    add: (kind: SnapshotResource, value: unknown) => void listOf(kind).push(value),
  }
  new SnapshotReader(sink, issues, Number.POSITIVE_INFINITY).read(source.value, ROOT)
  return issues.list.map(({ pointer, message }) => `${namePlace(source, pointer)}: ${message}`)
}

const NO_NODES = [
  'There are no nodes in these files. A dump that can be judged is made by: kubectl get nodes,pods -A -o json > cluster.json',
]
