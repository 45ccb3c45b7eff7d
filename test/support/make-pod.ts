import type { Json } from './make-node.ts'

export interface PodOptions {
  readonly namespace?: string
  readonly labels?: Readonly<Record<string, string>>
  /** Of its one container. */
  readonly requests?: Readonly<Record<string, string>>
  readonly ports?: readonly Json[]
  readonly image?: string
  /** Where it runs. */
  readonly node?: string
  /** Which node a preemption promised it. */
  readonly nominated?: string
  readonly priority?: number
  readonly startTime?: string
  readonly terminating?: boolean
  readonly owner?: { readonly apiVersion: string; readonly kind: string; readonly name: string }
  /** Fields of spec beside or instead of these. */
  readonly spec?: Json
  readonly status?: Json
}

/** A Pod of one container that asks for nothing and is pending, unless told otherwise. */
export function makePod(name: string, options: PodOptions = {}): Json {
  const { namespace = 'default', labels, node, nominated, priority, startTime, owner } = options
  const isRunning = node !== undefined
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      uid: `uid-${namespace}-${name}`,
      labels,
      ...(options.terminating === true && { deletionTimestamp: '2026-01-01T01:00:00Z' }),
      ...(owner !== undefined && {
        ownerReferences: [{ ...owner, uid: `uid-${owner.name}`, controller: true }],
      }),
    },
    spec: {
      containers: [makeContainer(options)],
      ...(isRunning && { nodeName: node }),
      ...(priority !== undefined && { priority }),
      ...options.spec,
    },
    status: {
      phase: isRunning ? 'Running' : 'Pending',
      ...(startTime !== undefined && { startTime }),
      ...(nominated !== undefined && { nominatedNodeName: nominated }),
      ...options.status,
    },
  }
}

function makeContainer({ requests, ports, image = 'app' }: PodOptions): Json {
  return {
    name: 'app',
    image,
    ...(requests !== undefined && { resources: { requests } }),
    ...(ports !== undefined && { ports }),
  }
}
