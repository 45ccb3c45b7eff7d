/** A Kubernetes object as it is in JSON. */
export type Json = { readonly [field: string]: unknown }

export interface NodeOptions {
  readonly labels?: Readonly<Record<string, string>>
  readonly zone?: string
  readonly taints?: readonly Json[]
  readonly unschedulable?: boolean
  /** Beside or instead of 4 cores, 32 GiB and 110 pods. */
  readonly allocatable?: Readonly<Record<string, string>>
  readonly images?: readonly Json[]
  readonly declaredFeatures?: readonly string[]
}

const ALLOCATABLE = { cpu: '4', memory: '32Gi', pods: '110' }

/** A Node that is ready and empty unless told otherwise, with the host name label that every node has. */
export function makeNode(name: string, options: NodeOptions = {}): Json {
  const { labels, zone, taints, unschedulable, allocatable, images, declaredFeatures } = options
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        ...(zone !== undefined && { 'topology.kubernetes.io/zone': zone }),
        ...labels,
      },
    },
    spec: { taints, unschedulable },
    status: {
      allocatable: { ...ALLOCATABLE, ...allocatable },
      images,
      declaredFeatures,
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  }
}
