import type { JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf, namespaceOrDefault, textAt } from '../../snapshot/json/raw-object.ts'
import type { EditedObjects } from './edited-objects.ts'

/** Which pods are on a node, as edits leave it. */
export class PodsByNode {
  private readonly objects: EditedObjects
  /** Names of pods that have been on a node, by node; gone over once, when somebody asks. */
  private names: Map<string, { readonly namespace: string; readonly name: string }[]> | null = null

  constructor(objects: EditedObjects) {
    this.objects = objects
  }

  on(node: string): JsonObject[] {
    const names = this.known().get(node) ?? []
    const pods = names.map((name) => this.objects.find('pods', name))
    return pods.filter((pod) => pod !== null).filter((pod) => nodeOf(pod) === node)
  }

  /** An edit has put a pod. */
  add(pod: unknown): void {
    const node = nodeOf(pod)
    if (node === '' || this.names === null) return
    const name = { namespace: namespaceOrDefault(pod), name: nameOf(pod) }
    const known = this.names.get(node) ?? []
    const isKnown = known.some((one) => one.name === name.name && one.namespace === name.namespace)
    if (!isKnown) this.names.set(node, [...known, name])
  }

  private known() {
    if (this.names !== null) return this.names
    this.names = new Map()
    for (const [, pod] of this.objects.each('pods')) {
      const node = nodeOf(pod)
      if (node === '') continue
      const known = this.names.get(node) ?? []
      known.push({ namespace: namespaceOrDefault(pod), name: nameOf(pod) })
      this.names.set(node, known)
    }
    return this.names
  }
}

export function nodeOf(pod: unknown): string {
  return textAt(pod, 'spec', 'nodeName')
}
