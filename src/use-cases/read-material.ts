import { err, ok, type Result } from '../result.ts'
import { isObject } from '../snapshot/json/fields.ts'
import { type Issue, Issues, type JsonPath, ROOT } from '../snapshot/json/json-path.ts'
import type { NotEvaluated } from '../snapshot/not-evaluated.ts'
import type { PutObject, SnapshotPatch } from '../snapshot/patch.ts'
import { FieldCheck, type Validate, type Warning } from './field-check.ts'
import { checkPodCount } from './pod-limit.ts'
import { type ManifestPod, onNodes, readManifests } from './read-manifests.ts'
import { EditedObjects } from './what-if/edited-objects.ts'

/** What a request brings beside its snapshot. */
export interface MaterialRequest {
  readonly snapshot: unknown
  /** Pods to decide, and where each is in the request. */
  readonly pods: readonly unknown[]
  readonly podAt: (index: number) => JsonPath
  readonly manifests?: readonly unknown[] | undefined
  /** Changes to the snapshot with the manifests. */
  readonly patch?: SnapshotPatch | undefined
  readonly validate: Validate
  readonly podsMax: number
}

/** A pod to decide. */
export interface MaterialPod {
  readonly pod: unknown
  /** What of the request it comes from, */
  readonly path: JsonPath
  /** and where in that the pod or its template is. */
  readonly below: string
  /** One of those that a DaemonSet has on each node. */
  readonly isDaemon: boolean
}

/** What it comes to, for the reader of a cluster. */
export interface Material {
  /** Those given, then those of the manifests. */
  readonly pods: readonly MaterialPod[]
  /** What joins the snapshot; absent for nothing. */
  readonly patch: SnapshotPatch | undefined
  /** The objects of the patch. */
  readonly joining: readonly PutObject[]
  readonly notEvaluated: readonly NotEvaluated[]
  readonly warnings: readonly Warning[] | undefined
  /** The reader knows pods and objects by their number: where they are in the request. */
  readonly place: (issue: Issue) => Issue
}

/** Where the pods of a request are that has them as `pods`. */
export function podsAt(index: number): JsonPath {
  return ROOT.at('pods').at(index)
}

/** Where the pod of a request is that has but one. */
export function podAt(): JsonPath {
  return ROOT.at('pod')
}

/** Reads all of a request but its snapshot that has Kubernetes objects; what is wrong is told at once. */
export function readMaterial(request: MaterialRequest): Result<Material, readonly Issue[]> {
  const { snapshot, podsMax, validate } = request
  const tooMany = checkPodCount(request.pods.length, podsMax)
  if (tooMany !== null) return err([tooMany])
  const issues = new Issues()
  const fields = new FieldCheck(validate, issues)
  const objects = new EditedObjects(snapshot)
  const given = request.pods.map((pod, index) => ({
    pod,
    path: request.podAt(index),
    below: '',
    isDaemon: false,
  }))
  for (const { pod, path } of given) fields.check(pod, path, 'Pod')
  const context = { objects, podsMax: podsMax - given.length, fields }
  const manifests = readManifests(request.manifests ?? [], context, issues)
  if (request.patch !== undefined) objects.apply(request.patch, issues)
  if (issues.any) return err(issues.list)
  const nodes = () => [...objects.each('nodes')].map(([, node]) => node).filter(isObject)
  const pods = [...given, ...onNodes(manifests.pods, nodes).map(materialPod)]
  const tooManyMade = checkPodCount(pods.length, podsMax)
  if (tooManyMade !== null) return err([{ ...tooManyMade, pointer: '/manifests' }])
  const { patch, put: joining, placeOf } = objects.finish()
  const place = (issue: Issue): Issue => {
    const { pointer } = issue
    return { ...issue, pointer: placeOfPod(pointer, pods) ?? placeOf(pointer) ?? pointer }
  }
  const { notEvaluated } = manifests
  return ok({ pods, patch, joining, notEvaluated, warnings: fields.warnings, place })
}

function materialPod({ pod, path, template, isDaemon }: ManifestPod): MaterialPod {
  return { pod, path, below: template, isDaemon }
}

function placeOfPod(pointer: string, pods: readonly MaterialPod[]): string | null {
  const [, index, rest = ''] = /^\/pods\/(\d+)(.*)$/.exec(pointer) ?? []
  const found = index === undefined ? undefined : pods[Number(index)]
  return found === undefined ? null : `${found.path.pointer}${found.below}${rest}`
}
