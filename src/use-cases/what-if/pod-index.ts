import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { EditedObjects } from './edited-objects.ts'
import { nameIn, type PodName } from './pod-name.ts'

/**
 * Which pods are of something, such as a node, as edits leave them. Whoever writes a pod tells of it. A
 * name is only a hint: whether its pod is still there and still of it is seen when somebody asks.
 */
export class PodIndex {
  private readonly objects: EditedObjects
  private readonly keysOf: (pod: unknown) => readonly string[]
  /** By key, then by namespace/name; gone over once, when somebody asks. */
  private names: Map<string, Map<string, PodName>> | null = null

  constructor(objects: EditedObjects, keysOf: (pod: unknown) => readonly string[]) {
    this.objects = objects
    this.keysOf = keysOf
  }

  under(key: string): JsonObject[] {
    const names = this.known().get(key) ?? new Map<string, PodName>()
    return [...names].flatMap(([fullName, name]) => {
      const pod = this.objects.find('pods', name)
      if (pod !== null && this.keysOf(pod).includes(key)) return [pod]
      // Else edits that ask again and again would go over all that has ever been here.
      names.delete(fullName)
      return []
    })
  }

  /** An edit has written a pod. */
  add(pod: unknown): void {
    if (this.names !== null) note(this.names, pod, this.keysOf(pod))
  }

  private known() {
    if (this.names !== null) return this.names
    this.names = new Map()
    for (const [, pod] of this.objects.each('pods')) note(this.names, pod, this.keysOf(pod))
    return this.names
  }
}

function note(
  names: Map<string, Map<string, PodName>>,
  pod: unknown,
  keys: readonly string[],
): void {
  for (const key of keys) {
    const name = nameIn(pod)
    const known = names.get(key)
    const fullName = `${name.namespace}/${name.name}`
    if (known === undefined) names.set(key, new Map([[fullName, name]]))
    else known.set(fullName, name)
  }
}
