import { expandManifest } from '../../controllers/workloads/expand-manifest.ts'
import { drawnSuffix } from '../../controllers/workloads/pod-template.ts'
import { DEFAULT_NAMESPACE } from '../../snapshot/api-defaults.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { type Issues, type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import {
  listAt,
  nameOf,
  namespacedKey,
  namespaceOf,
  objectAt,
} from '../../snapshot/json/raw-object.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import { ARRAY_OF_KIND } from '../../snapshot/snapshot-resources.ts'
import type { EditedObjects } from '../what-if/edited-objects.ts'
import { daemonPods } from './daemon-pods.ts'
import type { FieldCheck } from './field-check.ts'

export interface ManifestContext {
  /** What is no pod joins them. */
  readonly objects: EditedObjects
  readonly podsMax: number
  /** What is said of the fields of each object. */
  readonly fields: FieldCheck
}

/** A pod that a manifest stands for. */
export interface ManifestPod {
  readonly pod: JsonObject
  /** The manifest. */
  readonly path: JsonPath
  /** Pointer to the pod or its template in the manifest. */
  readonly template: string
  /** It stands for one pod on each node that it may run on. */
  readonly isDaemon: boolean
}

/** What manifests come to. */
export interface Manifests {
  readonly pods: readonly ManifestPod[]
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
 * The pods that manifests stand for, in order; all else joins the objects of the snapshot. What is wrong
 * is told by its place below `/manifests`.
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

/** The same with the pods of DaemonSets on the nodes as they are after all edits. */
export function onNodes(
  pods: readonly ManifestPod[],
  nodes: () => readonly JsonObject[],
): readonly ManifestPod[] {
  const daemons = pods.filter(({ isDaemon }) => isDaemon).map(({ pod }) => pod)
  if (daemons.length === 0) return pods
  const made = new Map(daemonPods(daemons, nodes()).map((some, index) => [daemons[index], some]))
  return pods.flatMap((one) =>
    one.isDaemon ? (made.get(one.pod) ?? []).map((pod) => ({ ...one, pod })) : [one],
  )
}

class ManifestReader {
  private readonly issues: Issues
  private readonly podsMax: number
  private readonly objects: EditedObjects
  private readonly fields: FieldCheck
  private readonly pods: ManifestPod[] = []
  private readonly notEvaluated: NotEvaluated[] = []

  constructor({ objects, podsMax, fields }: ManifestContext, issues: Issues) {
    this.issues = issues
    this.podsMax = podsMax
    this.fields = fields
    this.objects = objects
  }

  add(value: unknown, path: JsonPath): void {
    if (!isObject(value)) return this.refuse(path, 'expected a Kubernetes object')
    const kind = value['kind']
    if (typeof kind !== 'string') return this.refuse(path.at('kind'), 'a manifest has a kind')
    if (kind.endsWith('List') && Array.isArray(value['items']))
      return this.addList(value, kind, path)
    this.fields.check(value, path)
    const object = withName(value)
    if (nameOf(object) === '') {
      return this.refuse(path.at('metadata').at('name'), 'the object has no name')
    }
    const expansion = expandManifest(object, path, this.issues, { podsMax: this.podsMax })
    if (expansion === null) return this.addOther(object, kind, path)
    const template = TEMPLATES.get(kind) ?? TEMPLATE
    for (const pod of expansion.pods) this.pods.push({ pod, path, template, isDaemon: false })
    if (expansion.daemon !== null) {
      this.pods.push({ pod: expansion.daemon, path, template, isDaemon: true })
    }
    for (const claim of expansion.claims) {
      const name = { namespace: namespaceOf(claim), name: nameOf(claim) }
      if (this.objects.find('persistentVolumeClaims', name) === null) this.join(claim, path)
    }
    const [first] = expansion.pods
    if (kind === 'Deployment' && first !== undefined) this.join(replicaSetOf(object, first), path)
    else if (kind !== 'Pod') this.join(object, path)
  }

  finish(): Manifests {
    const { pods, notEvaluated } = this
    return { pods, notEvaluated }
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

  /** Kinds that no snapshot has say nothing of the cluster. */
  private join(object: JsonObject, path: JsonPath): void {
    const kind = ARRAY_OF_KIND.get(String(object['kind']))
    if (kind === undefined) return
    if (this.objects.isEdited(kind, object)) {
      return this.issues.add(path, 'duplicate-object', 'another manifest is of the same object')
    }
    this.objects.put(kind, object, path)
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
