import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { namespacedKey } from '../snapshot/json/raw-object.ts'
import type { ChangeType } from './change.ts'

/**
 * Devices that were given to claims and of which the API server does not tell yet, by namespace/name.
 * It takes any allocation, so that what is told meanwhile must not make a device look free.
 */
export class ClaimExpectations {
  private readonly allocations = new Map<string, JsonObject>()

  allocate(key: string, allocation: JsonObject): void {
    this.allocations.set(key, allocation)
  }

  of(key: string): JsonObject | undefined {
    return this.allocations.get(key)
  }

  /** It did not come so. */
  forget(key: string): void {
    this.allocations.delete(key)
  }

  told(type: ChangeType, claim: JsonObject): void {
    if (type === 'DELETED' || isAllocated(claim)) this.forget(namespacedKey(claim))
  }

  /** The claim as it is going to be. */
  applied(claim: JsonObject): JsonObject {
    const allocation = this.allocations.get(namespacedKey(claim))
    if (allocation === undefined) return claim
    const { status } = claim
    return { ...claim, status: { ...(isObject(status) && status), allocation } }
  }
}

export function isAllocated({ status }: JsonObject): boolean {
  return isObject(status) && isObject(status['allocation'])
}
