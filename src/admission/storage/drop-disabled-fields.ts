import { pointerStep } from '../../snapshot/json/json-pointer.ts'
import type { Reasons } from '../changes/journal.ts'
import type { Container, Pod, PodSpec, Struct, Volume } from '../types/types.ts'
import { placedContainers, pointerTo } from '../types/visit-containers.ts'
import { dropUserFields } from './drop-user-fields.ts'

const REASON = 'behind a feature gate that is off by default in Kubernetes 1.37'
const OLD_ANNOTATIONS = ['beta', 'alpha'].flatMap((stage) => [
  `pod.${stage}.kubernetes.io/init-containers`,
  `pod.${stage}.kubernetes.io/init-container-statuses`,
])

/**
 * DropDisabledPodFields: what the default feature gates of 1.37 do not know is dropped in silence.
 */
export function dropDisabledFields({ metadata, spec }: Pod, reasons: Reasons): void {
  dropOfSpec(spec, reasons)
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    dropOfVolume(volume, `/spec/volumes/${index}`, reasons)
  }
  for (const placed of placedContainers(spec)) {
    dropOfContainer(placed.container, pointerTo(placed), reasons)
  }
  for (const key of OLD_ANNOTATIONS) {
    if (metadata.annotations?.delete(key) !== true) continue
    const reason = 'init containers have a field of their own since Kubernetes 1.8'
    reasons.tell(`/metadata/annotations${pointerStep(key)}`, reason)
    reasons.tell('/metadata/annotations', reason)
  }
}

function dropOfSpec(spec: PodSpec, reasons: Reasons): void {
  for (const field of ['schedulingGroup', 'evictionResponders'] as const) {
    if (spec[field] === undefined) continue
    spec[field] = undefined
    reasons.tell(`/spec/${field}`, REASON)
  }
}

function dropOfVolume(volume: Volume, pointer: string, reasons: Reasons): void {
  dropUserFields(volume)
  if (volume.emptyDir !== undefined) volume.emptyDir.mode = undefined
  reasons.tell(pointer, REASON)
}

function dropOfContainer(container: Container, pointer: string, reasons: Reasons): void {
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe?.grpc !== undefined) probe.grpc.mode = undefined
    dropProtocol(probe?.httpGet)
  }
  for (const mount of container.volumeMounts ?? []) mount.bindMountOptions = undefined
  dropStopSignal(container)
  dropProtocol(container.lifecycle?.postStart?.httpGet)
  dropProtocol(container.lifecycle?.preStop?.httpGet)
  reasons.tell(pointer, REASON)
}

/** A lifecycle with nothing but a signal goes with it. */
function dropStopSignal(container: Container): void {
  const { lifecycle } = container
  if (lifecycle?.stopSignal === undefined) return
  lifecycle.stopSignal = undefined
  if (lifecycle.postStart === undefined && lifecycle.preStop === undefined) {
    container.lifecycle = undefined
  }
}

function dropProtocol(action: Struct<'HTTPGetAction'> | undefined): void {
  if (action !== undefined) action.protocol = undefined
}
