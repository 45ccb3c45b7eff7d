import type { Edit } from '../../../schemas/decisions/edits.ts'
import { err, ok, type Result } from '../../result.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { type Issue, Issues, type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import { namespacedKey } from '../../snapshot/json/raw-object.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import type { PutObject, SnapshotPatch } from '../../snapshot/patch.ts'
import { applyEdits } from '../what-if/apply-edits.ts'
import type { EditedPods } from '../what-if/edit-run.ts'
import { type DecidedPod, EditedObjects } from '../what-if/edited-objects.ts'
import { nameIn } from '../what-if/pod-name.ts'
import { FieldCheck, type Validate, type Warning } from './field-check.ts'
import { checkPodCount } from './pod-limit.ts'
import { type ManifestPod, onNodes, readManifests } from './read-manifests.ts'

/** What a request brings beside its snapshot. */
export interface MaterialRequest {
  readonly snapshot: unknown
  /** Pods to decide, and where each is in the request. */
  readonly pods: readonly unknown[]
  readonly podAt: (index: number) => JsonPath
  readonly manifests?: readonly unknown[] | undefined
  /** Changes to the snapshot with the manifests. */
  readonly patch?: SnapshotPatch | undefined
  /** More of them, on top, and where they are in the request. */
  readonly edits?: readonly Edit[] | undefined
  readonly editsAt?: JsonPath
  /** Edits may delete pods that are given to be decided: these are left out. */
  readonly mayDeleteGiven?: boolean
  /** A pod that is given may be one of those that the manifests make, which then makes no other. */
  readonly mayBeOfManifests?: boolean
  /** Pods that edits create come before those given, too. */
  readonly createdFirst?: boolean
  readonly validate: Validate
  readonly podsMax: number
  readonly nodesMax: number
}

/** What it comes to, for the reader of a cluster. */
export interface Material {
  /** Those that lost their node, those given, those of the manifests, those that edits create. */
  readonly pods: readonly DecidedPod[]
  /** What changes of the snapshot; absent for nothing. */
  readonly patch: SnapshotPatch | undefined
  /** The objects of the patch. */
  readonly joining: readonly PutObject[]
  readonly notEvaluated: readonly NotEvaluated[]
  readonly warnings: readonly Warning[] | undefined
  /** Absent without edits. */
  readonly edited: EditedPods | undefined
  /** The snapshot with all that is changed of it, and the pods to decide. */
  readonly objects: EditedObjects
  /** The reader knows pods and objects by their number: where they are in the request. */
  readonly place: (issue: Issue) => Issue
  /** The same for a reader that is given other pods. */
  readonly placeAmong: (pods: readonly DecidedPod[]) => (issue: Issue) => Issue
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
  const { snapshot, podsMax, validate, patch: changes, edits } = request
  const tooMany = checkPodCount(request.pods.length, podsMax)
  if (tooMany !== null) return err([tooMany])
  const issues = new Issues()
  const fields = new FieldCheck(validate, issues)
  const objects = new EditedObjects(snapshot)
  const given = request.pods.map((pod, index) => givenPod(pod, request.podAt(index)))
  for (const { pod, path } of given) fields.check(pod, path, 'Pod')
  const context = { objects, podsMax: podsMax - given.length, fields }
  const manifests = readManifests(request.manifests ?? [], context, issues)
  if (changes !== undefined) objects.apply(changes, issues)
  if (issues.any) return err(issues.list)
  const others = request.mayBeOfManifests === true ? without(manifests.pods, given) : manifests.pods
  const single = others.filter(({ isDaemon }) => !isDaemon).map(manifestPod)
  const edited =
    edits === undefined ? undefined : edit(request, [...given, ...single], objects, issues)
  if (issues.any) return err(issues.list)
  const nodes = () => [...objects.each('nodes')].map(([, node]) => node).filter(isObject)
  const made = onNodes(others, nodes).map(manifestPod)
  // Pods that lost their node would be tried before anything new.
  const order = request.createdFirst === true ? CREATED_FIRST : CREATED_LAST
  const pods =
    edited === undefined
      ? [...given, ...made]
      : [...objects.podsToDecide(order), ...made.filter(({ isDaemon }) => isDaemon)]
  const tooManyMade = checkPodCount(pods.length, podsMax)
  if (tooManyMade !== null) return err([{ ...tooManyMade, pointer: '/manifests' }])
  const { patch, put: joining, placeOf } = objects.finish()
  const placeAmong = (some: readonly DecidedPod[]) => (issue: Issue) => {
    const { pointer } = issue
    return { ...issue, pointer: placeOfPod(pointer, some) ?? placeOf(pointer) ?? pointer }
  }
  const places = { place: placeAmong(pods), placeAmong }
  const { notEvaluated } = manifests
  const { warnings } = fields
  return ok({ pods, patch, joining, notEvaluated, warnings, edited, objects, ...places })
}

const CREATED_LAST = ['pendingAgain', 'given', 'created'] as const
const CREATED_FIRST = ['pendingAgain', 'created', 'given'] as const

function edit(
  {
    edits = [],
    editsAt = ROOT.at('edits'),
    mayDeleteGiven = false,
    podsMax,
    nodesMax,
  }: MaterialRequest,
  pods: readonly DecidedPod[],
  objects: EditedObjects,
  issues: Issues,
): EditedPods {
  for (const one of pods) {
    const { namespace, name } = nameIn(one.pod)
    if (objects.decidedPod({ namespace, name }) !== null) {
      issues.add(one.path, 'duplicate-object', `pod ${namespace}/${name} is given twice`)
    }
    objects.decide(one)
  }
  const limits = { podsMax, nodesMax, keepsGiven: !mayDeleteGiven }
  return applyEdits(edits, editsAt, objects, limits, issues)
}

function givenPod(pod: unknown, path: JsonPath): DecidedPod {
  return { pod, path, below: '', isDaemon: false, because: 'given' }
}

function without(pods: readonly ManifestPod[], given: readonly DecidedPod[]): ManifestPod[] {
  const names = new Set(given.map(({ pod }) => namespacedKey(pod)))
  return pods.filter(({ pod }) => !names.has(namespacedKey(pod)))
}

function manifestPod({ pod, path, template, isDaemon }: ManifestPod): DecidedPod {
  return { pod, path, below: template, isDaemon, because: 'given' }
}

function placeOfPod(pointer: string, pods: readonly DecidedPod[]): string | null {
  const [, index, rest = ''] = /^\/pods\/(\d+)(.*)$/.exec(pointer) ?? []
  const found = index === undefined ? undefined : pods[Number(index)]
  if (found === undefined) return null
  // What the request does not hold has no place in it.
  return found.below === null ? found.path.pointer : `${found.path.pointer}${found.below}${rest}`
}
