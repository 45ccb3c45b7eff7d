import { DEFAULT_NAMESPACE } from '../../snapshot/api-defaults.ts'
import type { Fields } from '../../snapshot/json/fields.ts'
import { readToleration, type Toleration } from '../../snapshot/nodes/taint.ts'

/** A toleration with what matters only once a pod runs. */
export interface TimedToleration extends Toleration {
  /** null: without end. */
  readonly tolerationSeconds: number | null
}

/** The controller among a pod's owners. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
}

/** A Pod as the controllers see it. */
export interface ControlledPod {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly nodeName: string
  tolerations: readonly TimedToleration[]
  readonly phase: string
  /** Whether its condition Ready is anything but False; null without that condition. */
  isReady: boolean | null
  readonly gracePeriodSeconds: number | null
  /** Some container has a preStop hook. */
  readonly hasPreStop: boolean
  readonly owner: OwnerReference | null
  /** Reflects a static pod that only its kubelet controls. */
  readonly isMirror: boolean
  readonly priority: number
  readonly createdAtMs: number | null
  /** It has a deletionTimestamp. */
  readonly isTerminating: boolean
}

export function keyOf(pod: { readonly namespace: string; readonly name: string }): string {
  return `${pod.namespace}/${pod.name}`
}

export function readControlledPod(pod: Fields, startMs: number): ControlledPod {
  const metadata = pod.objectOrEmpty('metadata')
  const spec = pod.objectOrEmpty('spec')
  const status = pod.objectOrEmpty('status')
  const createdAtMs = metadata.timeMs('creationTimestamp')
  const ready = status.objects('conditions').find((one) => one.string('type') === 'Ready')
  const containers = [...spec.objects('initContainers'), ...spec.objects('containers')]
  return {
    namespace: metadata.string('namespace') || DEFAULT_NAMESPACE,
    name: metadata.string('name') ?? '',
    uid: metadata.string('uid') ?? '',
    nodeName: spec.string('nodeName') ?? '',
    tolerations: readTimedTolerations(spec),
    phase: status.string('phase') ?? '',
    isReady: ready === undefined ? null : ready.string('status') !== 'False',
    gracePeriodSeconds: spec.integer('terminationGracePeriodSeconds') ?? null,
    hasPreStop: containers.some((one) => one.object('lifecycle')?.has('preStop') === true),
    owner: readController(metadata),
    isMirror: metadata.stringMap('annotations').has('kubernetes.io/config.mirror'),
    priority: spec.int32('priority') ?? 0,
    createdAtMs: createdAtMs === undefined ? null : createdAtMs - startMs,
    isTerminating: metadata.has('deletionTimestamp'),
  }
}

/** Reads `tolerations` of a Pod's spec, or of anything else that has such a list. */
export function readTimedTolerations(spec: Fields): TimedToleration[] {
  return spec.objects('tolerations').map((toleration) => ({
    ...readToleration(toleration),
    tolerationSeconds: toleration.integer('tolerationSeconds') ?? null,
  }))
}

function readController(metadata: Fields): OwnerReference | null {
  const owner = metadata.objects('ownerReferences').find((one) => one.boolean('controller'))
  if (owner === undefined) return null
  return {
    apiVersion: owner.string('apiVersion') ?? '',
    kind: owner.string('kind') ?? '',
    name: owner.string('name') ?? '',
  }
}
