import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { namespacedKey, textAt } from '../../snapshot/json/raw-object.ts'
import type { ChangeType } from '../api-server/change.ts'

interface Expected {
  /** It was placed there. */
  readonly node?: string
  /** It was nominated there; empty: its nomination was taken back. */
  readonly nominatedTo?: string
}

/**
 * What is decided of pods and the API server does not tell yet, by namespace/name: until it does, the
 * cluster has the pods as they are going to be.
 */
export class PodExpectations {
  private readonly byKey = new Map<string, Expected>()

  assume(key: string, node: string): void {
    this.set(key, { node })
  }

  nominate(key: string, nominatedTo: string): void {
    this.set(key, { nominatedTo })
  }

  nodeOf(key: string): string | undefined {
    return this.byKey.get(key)?.node
  }

  /** As far as is known from here; undefined: as the API server tells. */
  nominationOf(key: string): string | undefined {
    return this.byKey.get(key)?.nominatedTo
  }

  /** It did not come so. */
  forget(key: string, what: keyof Expected): void {
    const { [what]: _, ...rest } = this.byKey.get(key) ?? {}
    if (Object.keys(rest).length === 0) this.byKey.delete(key)
    else this.byKey.set(key, rest)
  }

  /** The API server tells of the pod: what it has by now is expected no longer. */
  told(type: ChangeType, pod: JsonObject): void {
    const key = namespacedKey(pod)
    const expected = this.byKey.get(key)
    if (expected === undefined) return
    if (type === 'DELETED' || textAt(pod, 'spec', 'nodeName') !== '') {
      this.forget(key, 'node')
      this.forget(key, 'nominatedTo')
    } else if (textAt(pod, 'status', 'nominatedNodeName') === expected.nominatedTo) {
      this.forget(key, 'nominatedTo')
    }
  }

  /** The pod as it is going to be. */
  applied(pod: JsonObject): JsonObject {
    const expected = this.byKey.get(namespacedKey(pod))
    if (expected === undefined) return pod
    const { node, nominatedTo } = expected
    let applied = pod
    if (node !== undefined) applied = withPart(applied, 'spec', { nodeName: node })
    if (nominatedTo !== undefined) {
      applied = withPart(applied, 'status', { nominatedNodeName: nominatedTo })
    }
    return applied
  }

  private set(key: string, expected: Expected): void {
    this.byKey.set(key, { ...this.byKey.get(key), ...expected })
  }
}

function withPart(pod: JsonObject, part: 'spec' | 'status', more: JsonObject): JsonObject {
  const held = pod[part]
  return { ...pod, [part]: isObject(held) ? { ...held, ...more } : more }
}
