import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { namespacedKey } from '../../snapshot/json/raw-object.ts'
import type { ChangeType } from '../api-server/change.ts'

interface Expected {
  readonly allocation: JsonObject
  /** The uids of pods that were placed by it: as long as one is on its way, the devices are given. */
  readonly pods: Set<string>
}

/**
 * Devices that were given to claims and of which the API server does not tell yet, by namespace/name.
 * It takes any allocation, so that what is told meanwhile must not make a device look free.
 */
export class ClaimExpectations {
  private readonly byKey = new Map<string, Expected>()

  /** A pod was placed by a claim; `allocation` null: the claim had its devices already. */
  hold(key: string, allocation: JsonObject | null, pod: string): void {
    const known = this.byKey.get(key)
    if (known !== undefined) known.pods.add(pod)
    else if (allocation !== null) this.byKey.set(key, { allocation, pods: new Set([pod]) })
  }

  of(key: string): JsonObject | undefined {
    return this.byKey.get(key)?.allocation
  }

  /** The pod is not on its way any more. */
  release(key: string, pod: string): void {
    const known = this.byKey.get(key)
    if (known?.pods.delete(pod) === true && known.pods.size === 0) this.byKey.delete(key)
  }

  told(type: ChangeType, claim: JsonObject): void {
    if (type === 'DELETED' || isAllocated(claim)) this.byKey.delete(namespacedKey(claim))
  }

  /** The claim as it is going to be. */
  applied(claim: JsonObject): JsonObject {
    const allocation = this.of(namespacedKey(claim))
    if (allocation === undefined) return claim
    const { status } = claim
    return { ...claim, status: { ...(isObject(status) && status), allocation } }
  }
}

export function isAllocated({ status }: JsonObject): boolean {
  return isObject(status) && isObject(status['allocation'])
}
