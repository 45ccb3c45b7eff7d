import type { PlacedClaim } from '../../src/scheduler/framework/placed-claims.ts'
import type { Json } from '../support/make-node.ts'
import { runWorkload } from './run-workload.ts'
import { makeRequest, type Workload, type WorkloadRequest } from './workloads.ts'

/** Small enough to decide every pod anew. */
const CHECK_SIZE = { nodes: 20, running: 40, pending: 12 }

/**
 * Whether a sequence of decisions is what each pod alone would get on top of the ones before it.
 * Speed comes from what is kept between the pods of a request, so this comes before any timing.
 */
export function isSameFromScratch(workload: Workload): boolean {
  const request = makeRequest(workload, CHECK_SIZE)
  const { places, victims, claims } = runWorkload(encode(request))
  const first = request.snapshot['pods'] as WorkloadRequest['pods'] // makeRequest made an array
  return places.every((place, index) => {
    const alone = { ...request, pods: request.pods.slice(index, index + 1) }
    const running = request.pods.slice(0, index).flatMap((pod, before) => bind(pod, places[before]))
    const gone = new Set(victims.slice(0, index).flat())
    const pods = [...first, ...running].filter((pod) => !gone.has(nameOf(pod)))
    const snapshot = {
      ...request.snapshot,
      pods,
      ...withAllocations(request, claims.slice(0, index)),
    }
    const fromScratch = runWorkload(encode({ ...alone, snapshot }))
    return fromScratch.places[0] === place
  })
}

export function encode(request: WorkloadRequest): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(request))
}

function nameOf({ metadata }: Json): string {
  return (metadata as { name: string }).name // makePod made it
}

function bind(pod: WorkloadRequest['pods'][number], node: string | null | undefined) {
  return typeof node === 'string'
    ? [{ ...pod, spec: { ...(pod['spec'] as object), nodeName: node } }]
    : [] // makePod made a spec
}

/** The claims of the snapshot, those that have devices by now with them. */
function withAllocations(
  { snapshot }: WorkloadRequest,
  placed: readonly (readonly PlacedClaim[])[],
): Json {
  const claims = snapshot['resourceClaims'] as { metadata: { name: string } }[] | undefined // makeRequest made them
  if (claims === undefined) return {}
  const allocations = new Map(placed.flat().map(({ claim, allocation }) => [claim, allocation]))
  const resourceClaims = claims.map((one) => {
    const allocation = allocations.get(one.metadata.name)
    return allocation === undefined ? one : { ...one, status: { allocation } }
  })
  return { resourceClaims }
}
