import type { JsonPath } from './json-path.ts'

/** Where objects of one kind were first met. Names stay apart from namespaces: pods are many. */
export class FirstPlaces {
  private readonly byNamespace = new Map<string, Map<string, JsonPath>>()
  private count = 0

  get size(): number {
    return this.count
  }

  has(namespace: string, name: string): boolean {
    return this.byNamespace.get(namespace)?.has(name) ?? false
  }

  /** Where it was met before; null, and noted, when it is new. */
  add(namespace: string, name: string, path: JsonPath): JsonPath | null {
    let byName = this.byNamespace.get(namespace)
    if (byName === undefined) {
      byName = new Map()
      this.byNamespace.set(namespace, byName)
    }
    const first = byName.get(name)
    if (first !== undefined) return first
    byName.set(name, path)
    this.count++
    return null
  }
}
