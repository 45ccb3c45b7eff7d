import { expandManifest } from '../controllers/workloads/expand-manifest.ts'
import { drawnSuffix, listAt, objectAt } from '../controllers/workloads/pod-template.ts'
import { DEFAULT_NAMESPACE } from '../snapshot/api-defaults.ts'
import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { type Issues, type JsonPath, ROOT } from '../snapshot/json/json-path.ts'
import { nameOf, namespacedKey } from '../snapshot/json/raw-object.ts'
import type { NotEvaluated } from '../snapshot/not-evaluated.ts'
import type { SnapshotPatch } from '../snapshot/patch.ts'
import { ARRAY_OF_KIND } from '../snapshot/snapshot-resources.ts'
import { daemonPods } from './daemon-pods.ts'
import { NodesAndClaims } from './nodes-and-claims.ts'

export interface ManifestContext {
  readonly snapshot: unknown
  readonly podsMax: number
}

/** A pod that a manifest stands for. */
export interface ManifestPod {
  readonly pod: JsonObject
  /** The manifest. */
  readonly path: JsonPath
  /** Pointer to the pod or its template in the manifest. */
  readonly template: string
}

/** What manifests come to. */
export interface Manifests {
  readonly pods: readonly ManifestPod[]
  /** Objects that join the snapshot; absent for none. */
  readonly patch: SnapshotPatch | undefined
  /** By their place in the patch. */
  readonly joining: readonly JsonPath[]
  readonly notEvaluated: readonly NotEvaluated[]
}

/** Where a manifest's pods are made from; a Pod is its own template. */
const TEMPLATES: ReadonlyMap<unknown, string> = new Map([
  ['Pod', ''],
  ['PodTemplate', '/template'],
  ['CronJob', '/spec/jobTemplate/spec/template'],
])
const TEMPLATE = '/spec/template'
const PATH = ROOT.at('manifests')

/**
 * The pods that manifests stand for, in order; all else joins the snapshot. What is wrong is told by
 * its place below `/manifests`.
 */
export function readManifests(
  manifests: readonly unknown[],
  context: ManifestContext,
  issues: Issues,
): Manifests {
  const reader = new ManifestReader(context, issues)
  for (const [index, value] of manifests.entries()) reader.add(value, PATH.at(index))
  return reader.finish()
}

/** The reader of a cluster knows pods and objects of manifests by their number: where they are in the request. */
export function placeInManifests(
  pointer: string,
  { pods, joining }: Manifests,
  podsBefore: number,
): string {
  const [, list, index = '', rest = ''] = /^\/(pods|manifests\/put)\/(\d+)(.*)$/.exec(pointer) ?? []
  if (list === 'pods') {
    const made = pods[Number(index) - podsBefore]
    return made === undefined ? pointer : `${made.path.pointer}${made.template}${rest}`
  }
  const path = list === undefined ? undefined : joining[Number(index)]
  return path === undefined ? pointer : `${path.pointer}${rest}`
}

/** A DaemonSet's pods can be told only once all nodes are known. */
type Made = ManifestPod & { readonly isDaemon: boolean }

class ManifestReader {
  private readonly issues: Issues
  private readonly podsMax: number
  private readonly snapshot: NodesAndClaims
  private readonly made: Made[] = []
  private readonly put: JsonObject[] = []
  private readonly joining: JsonPath[] = []
  private readonly notEvaluated: NotEvaluated[] = []

  constructor({ snapshot, podsMax }: ManifestContext, issues: Issues) {
    this.issues = issues
    this.podsMax = podsMax
    this.snapshot = new NodesAndClaims(snapshot)
  }

  add(value: unknown, path: JsonPath): void {
    if (!isObject(value)) return this.refuse(path, 'expected a Kubernetes object')
    const kind = value['kind']
    if (typeof kind !== 'string') return this.refuse(path.at('kind'), 'a manifest has a kind')
    if (kind.endsWith('List') && Array.isArray(value['items']))
      return this.addList(value, kind, path)
    const object = withName(value)
    if (nameOf(object) === '') {
      return this.refuse(path.at('metadata').at('name'), 'the object has no name')
    }
    const expansion = expandManifest(object, path, this.issues, { podsMax: this.podsMax })
    if (expansion === null) return this.addOther(object, kind, path)
    const template = TEMPLATES.get(kind) ?? TEMPLATE
    for (const pod of expansion.pods) this.made.push({ pod, path, template, isDaemon: false })
    if (expansion.daemon !== null) {
      this.made.push({ pod: expansion.daemon, path, template, isDaemon: true })
    }
    for (const claim of expansion.claims) {
      if (!this.snapshot.hasClaim(namespacedKey(claim))) this.join(claim, path)
    }
    const [first] = expansion.pods
    if (kind === 'Deployment' && first !== undefined) this.join(replicaSetOf(object, first), path)
    else if (kind !== 'Pod' && ARRAY_OF_KIND.has(kind)) this.join(object, path)
  }

  finish(): Manifests {
    const pods = this.withDaemons()
    if (pods.length > this.podsMax) {
      const message = `${pods.length} pods to decide; at most ${this.podsMax} are in one request`
      this.issues.add(PATH, 'too-many', message)
    }
    const { joining, notEvaluated, put } = this
    const patch = put.length === 0 ? undefined : { path: PATH, put }
    return { pods, patch, joining, notEvaluated }
  }

  /** The items of a PodList and the like need not name their kind. */
  private addList({ items }: JsonObject, kind: string, path: JsonPath): void {
    const ofList = kind.slice(0, -'List'.length)
    for (const [index, item] of (items as readonly unknown[]).entries()) {
      const hasNoKind = isObject(item) && item['kind'] === undefined && ofList !== ''
      this.add(hasNoKind ? { kind: ofList, ...item } : item, path.at('items').at(index))
    }
  }

  private addOther(object: JsonObject, kind: string, path: JsonPath): void {
    if (ARRAY_OF_KIND.has(kind)) return this.join(object, path)
    const { apiVersion } = object
    const group = typeof apiVersion === 'string' ? (apiVersion.split('/').at(-2) ?? '') : ''
    // Of Kubernetes' own kinds it is known that they make no pods.
    if (!group.includes('.') || group.endsWith('.k8s.io')) return
    this.notEvaluated.push({
      what: 'manifest',
      kind,
      object: namespacedKey(object),
      affects: 'outcome',
      reason: 'it is of no kind of Kubernetes; if it makes pods, they are not among those decided',
    })
  }

  private join(object: JsonObject, path: JsonPath): void {
    this.put.push(object)
    this.joining.push(path)
  }

  private withDaemons(): ManifestPod[] {
    const daemons = this.made.filter(({ isDaemon }) => isDaemon).map(({ pod }) => pod)
    if (daemons.length === 0) return this.made
    const nodes = [...this.snapshot.nodes, ...this.put.filter(({ kind }) => kind === 'Node')]
    const podsOf = new Map(daemonPods(daemons, nodes).map((pods, index) => [daemons[index], pods]))
    return this.made.flatMap(({ isDaemon, ...one }) =>
      isDaemon ? (podsOf.get(one.pod) ?? []).map((pod) => ({ ...one, pod })) : [one],
    )
  }

  private refuse(path: JsonPath, message: string): void {
    this.issues.add(path, 'not-a-request', message)
  }
}

/** With the name that the API server would draw. */
function withName(object: JsonObject): JsonObject {
  const metadata = objectAt(object, 'metadata')
  const { generateName } = metadata
  if (nameOf(object) !== '' || typeof generateName !== 'string' || generateName === '')
    return object
  return { ...object, metadata: { ...metadata, name: `${generateName}${drawnSuffix(0)}` } }
}

/** What selects a Deployment's pods is the ReplicaSet that owns them. */
function replicaSetOf(deployment: JsonObject, pod: JsonObject): JsonObject {
  const { namespace = DEFAULT_NAMESPACE, labels } = objectAt(pod, 'metadata')
  const [owner] = listAt(objectAt(pod, 'metadata'), 'ownerReferences')
  const selector = objectAt(objectAt(deployment, 'spec'), 'selector')
  const hash = isObject(labels) ? labels['pod-template-hash'] : undefined
  const matchLabels = { ...objectAt(selector, 'matchLabels'), 'pod-template-hash': hash }
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: isObject(owner) ? owner['name'] : '', namespace },
    spec: { selector: { ...selector, matchLabels } },
  }
}
