import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { namespaceOrDefault, objectAt, objectOf, textAt } from '../../snapshot/json/raw-object.ts'
import { controllerOf } from './pod-facts.ts'

export interface Workload {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** Empty: it is on none. */
export function nodeOf(pod: unknown): string {
  return textAt(pod, 'spec', 'nodeName')
}

export function nodesOf(pod: unknown): readonly string[] {
  const node = nodeOf(pod)
  return node === '' ? [] : [node]
}

/** By which pods of a workload are found. */
export function keyOfWorkload({ kind, namespace, name }: Workload): string {
  return `${kind}/${namespace}/${name}`
}

/** Its controller, and the Deployment behind that. */
export function workloadsOf(value: unknown): readonly string[] {
  const pod = objectOf(value)
  const owner = isObject(pod) ? controllerOf(pod) : null
  if (!isObject(pod) || owner === null) return []
  const namespace = namespaceOrDefault(pod)
  return [owner, ...deploymentOf(owner, pod)].map((one) => keyOfWorkload({ ...one, namespace }))
}

/** A Deployment's ReplicaSets are called after it and the hash that their pods have as a label. */
function deploymentOf(owner: Omit<Workload, 'namespace'>, pod: JsonObject) {
  const hash = objectAt(objectAt(pod, 'metadata'), 'labels')['pod-template-hash']
  const suffix = `-${String(hash ?? '')}`
  if (owner.kind !== 'ReplicaSet' || suffix === '-' || !owner.name.endsWith(suffix)) return []
  return [{ kind: 'Deployment', name: owner.name.slice(0, -suffix.length) }]
}
