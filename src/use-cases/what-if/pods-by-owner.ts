import { objectAt } from '../../controllers/workloads/pod-template.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { objectOf } from '../../snapshot/json/raw-object.ts'
import type { EditedObjects } from './edited-objects.ts'
import { controllerOf } from './pod-facts.ts'
import { nameIn, type PodName } from './pod-name.ts'

export interface Workload {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** Which pods belong to a workload, as edits leave it. */
export class PodsByOwner {
  private readonly objects: EditedObjects
  /** Names of pods that belong to a workload, by its key; gone over once, when somebody asks. */
  private names: Map<string, PodName[]> | null = null

  constructor(objects: EditedObjects) {
    this.objects = objects
  }

  of(workload: Workload): JsonObject[] {
    const names = this.known().get(keyOf(workload)) ?? []
    return names.map((name) => this.objects.find('pods', name)).filter((pod) => pod !== null)
  }

  /** An edit has made a pod. */
  add(pod: JsonObject): void {
    if (this.names !== null) note(this.names, pod)
  }

  private known(): ReadonlyMap<string, PodName[]> {
    if (this.names !== null) return this.names
    this.names = new Map()
    for (const [, value] of this.objects.each('pods')) {
      const pod = objectOf(value)
      if (isObject(pod)) note(this.names, pod)
    }
    return this.names
  }
}

function note(names: Map<string, PodName[]>, pod: JsonObject): void {
  const owner = controllerOf(pod)
  if (owner === null) return
  const { namespace, name } = nameIn(pod)
  for (const workload of [owner, ...deploymentOf(owner, pod)]) {
    const key = keyOf({ ...workload, namespace })
    const known = names.get(key) ?? []
    known.push({ namespace, name })
    names.set(key, known)
  }
}

/** A Deployment's ReplicaSets are called after it and the hash that their pods have as a label. */
function deploymentOf(owner: Omit<Workload, 'namespace'>, pod: JsonObject) {
  const hash = objectAt(objectAt(pod, 'metadata'), 'labels')['pod-template-hash']
  const suffix = `-${String(hash ?? '')}`
  if (owner.kind !== 'ReplicaSet' || suffix === '-' || !owner.name.endsWith(suffix)) return []
  return [{ kind: 'Deployment', name: owner.name.slice(0, -suffix.length) }]
}

function keyOf({ kind, namespace, name }: Workload): string {
  return `${kind}/${namespace}/${name}`
}
