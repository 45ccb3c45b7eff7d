import type { Decision } from '../../scheduler/decision.ts'
import type { RequestMapping } from '../../scheduler/framework/placed-claims.ts'
import { EXTENDED_CLAIM_NAME } from '../../scheduler/plugins/dynamic-resources/extended-claim.ts'
import { EXTENDED_RESOURCE_ANNOTATION } from '../../snapshot/devices/resource-claim.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf, namespaceOf, textAt } from '../../snapshot/json/raw-object.ts'
import type { ObjectWrites } from '../api-server/object-writes.ts'
import type { ClusterMirror } from '../mirror/mirror.ts'

const FINALIZER = 'resource.kubernetes.io/delete-protection'

/** A claim that a placed pod uses. */
export interface ClaimToReserve {
  /** namespace/name */
  readonly key: string
  /** As it is written; null: the claim has its devices already. */
  readonly allocation: JsonObject | null
}

/** The claim for extended resources of a placed pod that devices serve. */
export interface ClaimToMake {
  readonly allocation: JsonObject
  readonly requests: readonly JsonObject[]
  readonly requestMappings: readonly RequestMapping[]
}

/** What a placement takes of devices. */
export interface DevicesToBind {
  readonly claims: readonly ClaimToReserve[]
  readonly extended: ClaimToMake | null
}

/** The claims of a placement, before the cluster has it. */
export function devicesToBind(
  { pod, node, filter }: Decision,
  { cluster }: ClusterMirror,
): DevicesToBind {
  const judge = filter?.pass.filters.find((one) => one.filter.placedClaims !== undefined)
  const placed = judge?.filter.placedClaims?.(node)
  const { claims = [], requestMappings = [] } = placed ?? {}
  const { namespace } = pod.signature
  const made = claims.find(({ claim }) => claim === EXTENDED_CLAIM_NAME)
  return {
    claims: claims
      .filter((one) => one !== made)
      .map(({ claim, allocation }) => {
        const isNew = cluster.devices.claim(namespace, claim)?.allocation === null
        return { key: `${namespace}/${claim}`, allocation: isNew ? allocation : null }
      }),
    extended:
      made === undefined
        ? null
        : { allocation: made.allocation, requests: made.requests ?? [], requestMappings },
  }
}

/** Where resource claims of a namespace are. */
export function pathOfClaims(namespace: string): string {
  return `/apis/resource.k8s.io/v1/namespaces/${namespace}/resourceclaims`
}

/** Where a resource claim is. */
export function pathOfClaim(claim: JsonObject): string {
  return `${pathOfClaims(namespaceOf(claim))}/${nameOf(claim)}`
}

/** Made by a scheduler, which deletes it if its pod is not bound. */
export function isForExtendedResources({ metadata }: JsonObject): boolean {
  return textAt(metadata, 'annotations', EXTENDED_RESOURCE_ANNOTATION) === 'true'
}

/** A claim with devices must not vanish. */
export async function protectClaim(writes: ObjectWrites, claim: JsonObject): Promise<JsonObject> {
  const finalizers = finalizersOf(claim)
  if (finalizers.includes(FINALIZER)) return claim
  const change = { metadata: { finalizers: [...finalizers, FINALIZER] } }
  return await writes.patch(pathOfClaim(claim), claim, change)
}

/** It is not protected any more (deleteClaim). */
export async function deleteClaim(writes: ObjectWrites, claim: JsonObject): Promise<void> {
  const path = pathOfClaim(claim)
  const freed = await writes.untilTaken(path, claim, (latest) => {
    const finalizers = finalizersOf(latest).filter((one) => one !== FINALIZER)
    return writes.patch(path, latest, { metadata: { finalizers } })
  })
  await writes.delete(path, freed)
}

function finalizersOf({ metadata }: JsonObject): readonly unknown[] {
  const held = isObject(metadata) ? metadata['finalizers'] : undefined
  return Array.isArray(held) ? held : []
}
