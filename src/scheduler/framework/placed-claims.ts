import type { JsonObject } from '../../snapshot/json/fields.ts'

/** What a claim would be given on a node, as in its status.allocation. */
export interface ClaimAllocationView {
  /** Its name; `<extended-resources>` for the one that is made for extended resources. */
  readonly claim: string
  readonly allocation: JsonObject
}

/** A claim of a pod as it is once the pod is placed. */
export interface PlacedClaim extends ClaimAllocationView {
  /** Names of the pods that may use it. */
  readonly reservedFor: readonly string[]
  /** Only of the claim for extended resources, which is made with it. */
  readonly requests?: readonly JsonObject[]
}

/** Which request of the claim for extended resources serves which container. */
export interface RequestMapping {
  readonly containerName: string
  readonly resourceName: string
  readonly requestName: string
}

/** All that placing a pod does to its claims. */
export interface PlacedClaims {
  readonly claims: readonly PlacedClaim[]
  /** Which container uses which request of the claim for extended resources. */
  readonly requestMappings: readonly RequestMapping[]
}
