import type { Json } from './make-node.ts'

export const GPU = 'gpu.example.com'

export interface SliceOptions {
  readonly driver?: string
  readonly pool?: string
  /** The only node that reaches its devices; null: all do. */
  readonly node?: string | null
  readonly devices?: readonly Json[]
  /** How many slices the pool has. */
  readonly count?: number
  readonly generation?: number
  readonly spec?: Json
}

/** A ResourceSlice that is the whole pool of one node, unless told otherwise. */
export function makeSlice(name: string, options: SliceOptions = {}): Json {
  const { driver = GPU, node = 'a', devices = [], count = 1, generation = 1, spec } = options
  const pool = { name: options.pool ?? node ?? 'shared', generation, resourceSliceCount: count }
  const reach = node === null ? { allNodes: true } : { nodeName: node }
  return { metadata: { name }, spec: { driver, pool, ...reach, devices, ...spec } }
}

/** A Device of the attributes `model` and `numa`, unless told otherwise. */
export function makeDevice(name: string, fields: Json = {}): Json {
  return { name, attributes: { model: { string: 'a100' }, numa: { int: 0 } }, ...fields }
}

export function makeDeviceClass(name: string, expression?: string, spec: Json = {}): Json {
  const selectors = expression === undefined ? {} : { selectors: [{ cel: { expression } }] }
  return { metadata: { name }, spec: { ...selectors, ...spec } }
}

/** A request for devices of the class `gpu`. */
export function wants(name: string, count = 1, fields: Json = {}): Json {
  const exactly = { deviceClassName: 'gpu', allocationMode: 'ExactCount', count, ...fields }
  return { name, exactly }
}

export function selecting(...expressions: string[]): Json {
  return { selectors: expressions.map((expression) => ({ cel: { expression } })) }
}

/** A ResourceClaim without devices. */
export function makeResourceClaim(
  name: string,
  requests: readonly Json[],
  devices: Json = {},
): Json {
  return {
    metadata: { name, namespace: 'default', uid: `uid-${name}` },
    spec: { devices: { requests, ...devices } },
  }
}

/** What the spec of a pod says of the claims that it uses. */
export function using(...claims: string[]): Json {
  return {
    resourceClaims: claims.map((resourceClaimName, index) => ({
      name: `r${index}`,
      resourceClaimName,
    })),
  }
}
