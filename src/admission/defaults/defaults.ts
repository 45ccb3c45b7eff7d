import { pointerStep } from '../../snapshot/json/json-pointer.ts'
import type { Reasons } from '../changes/journal.ts'
import type { Container, Pod, PodSpec, ResourceList } from '../types/types.ts'
import { placedContainers, pointerTo } from '../types/visit-containers.ts'
import { zero } from '../types/zero.ts'
import { defaultContainer } from './container-defaults.ts'
import { defaultVolume } from './volume-defaults.ts'

const GRACE_SECONDS = 30n

/**
 * The defaults of the v1 API (pkg/apis/core/v1 SetObjectDefaults_Pod), which are filled in while a
 * pod is decoded, before any admission plugin sees it.
 */
export function setDefaults(pod: Pod, reasons: Reasons): void {
  const { spec } = pod
  defaultPod(spec, reasons)
  defaultSpec(spec, reasons)
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    defaultVolume(volume, `/spec/volumes/${index}`, reasons)
  }
  for (const placed of placedContainers(spec)) {
    defaultContainer(placed.container, pointerTo(placed), reasons)
  }
  roundResources(spec, reasons)
}

/** SetDefaults_Pod: what templates of pods are not given. */
function defaultPod(spec: PodSpec, reasons: Reasons): void {
  const grace = spec.terminationGracePeriodSeconds
  if (grace !== undefined && grace < 0n) {
    spec.terminationGracePeriodSeconds = 1n
    reasons.tell(
      '/spec/terminationGracePeriodSeconds',
      'a negative grace period counts as 1 second',
    )
  }
  for (const { container, list, index } of placedContainers(spec)) {
    if (list === 'ephemeralContainers') continue
    requestsFromLimits(container, `/spec/${list}/${index}`, reasons)
    if (spec.hostNetwork) hostPorts(container, `/spec/${list}/${index}`, reasons)
  }
  if (spec.enableServiceLinks === undefined) {
    spec.enableServiceLinks = true
    reasons.tell('/spec/enableServiceLinks', 'services are told in the environment unless refused')
  }
}

function requestsFromLimits({ resources }: Container, pointer: string, reasons: Reasons): void {
  if (resources.limits === undefined) return
  resources.requests ??= new Map()
  for (const [name, limit] of resources.limits) {
    if (resources.requests.has(name)) continue
    resources.requests.set(name, limit)
    const reason = 'a resource with a limit and no request requests its limit'
    reasons.tell(`${pointer}/resources/requests`, reason)
  }
}

function hostPorts({ ports }: Container, pointer: string, reasons: Reasons): void {
  for (const [index, port] of (ports ?? []).entries()) {
    if (port.hostPort !== 0) continue
    port.hostPort = port.containerPort
    const reason = "on the host's network the port of the host is that of the container"
    reasons.tell(`${pointer}/ports/${index}/hostPort`, reason)
  }
}

/** SetDefaults_PodSpec. */
function defaultSpec(spec: PodSpec, reasons: Reasons): void {
  const account = spec.serviceAccountName || spec.serviceAccount
  if (spec.serviceAccountName !== account || spec.serviceAccount !== account) {
    spec.serviceAccountName = account
    spec.serviceAccount = account
    const reason = 'serviceAccount is the old name of serviceAccountName, which wins'
    reasons.tell('/spec/serviceAccountName', reason)
    reasons.tell('/spec/serviceAccount', reason)
  }
  if (spec.dnsPolicy === '') {
    spec.dnsPolicy = 'ClusterFirst'
    reasons.tell('/spec/dnsPolicy', 'names are resolved by the cluster first unless said otherwise')
  }
  if (spec.restartPolicy === '') {
    spec.restartPolicy = 'Always'
    reasons.tell('/spec/restartPolicy', 'containers are restarted always unless said otherwise')
  }
  if (spec.securityContext === undefined) {
    spec.securityContext = zero('PodSecurityContext')
    reasons.tell('/spec/securityContext', 'an empty security context is always written')
  }
  if (spec.terminationGracePeriodSeconds === undefined) {
    spec.terminationGracePeriodSeconds = GRACE_SECONDS
    reasons.tell('/spec/terminationGracePeriodSeconds', 'the grace period is 30 seconds by default')
  }
  if (spec.schedulerName === '') {
    spec.schedulerName = 'default-scheduler'
    reasons.tell('/spec/schedulerName', 'a pod that names no scheduler is for the default one')
  }
}

/** SetDefaults_ResourceList, wherever a pod has one. */
function roundResources(spec: PodSpec, reasons: Reasons): void {
  for (const placed of placedContainers(spec)) {
    const { limits, requests } = placed.container.resources
    roundList(limits, `${pointerTo(placed)}/resources/limits`, reasons)
    roundList(requests, `${pointerTo(placed)}/resources/requests`, reasons)
  }
  for (const [index, { ephemeral }] of (spec.volumes ?? []).entries()) {
    const resources = ephemeral?.volumeClaimTemplate?.spec.resources
    const pointer = `/spec/volumes/${index}/ephemeral/volumeClaimTemplate/spec/resources`
    roundList(resources?.limits, `${pointer}/limits`, reasons)
    roundList(resources?.requests, `${pointer}/requests`, reasons)
  }
  roundList(spec.overhead, '/spec/overhead', reasons)
  roundList(spec.resources?.limits, '/spec/resources/limits', reasons)
  roundList(spec.resources?.requests, '/spec/resources/requests', reasons)
}

function roundList(list: ResourceList | undefined, pointer: string, reasons: Reasons): void {
  for (const [name, quantity] of list ?? []) {
    const rounded = quantity.roundedToMilli()
    if (rounded === quantity) continue
    list?.set(name, rounded)
    reasons.tell(`${pointer}${pointerStep(name)}`, 'resources are rounded up to thousandths')
  }
}
