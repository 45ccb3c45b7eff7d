import type { Reasons } from '../changes/journal.ts'
import type { Container, Struct } from '../types/types.ts'
import { imageTag } from './image-tag.ts'

/** SetDefaults_Container and what hangs on a container. */
export function defaultContainer(container: Container, pointer: string, reasons: Reasons): void {
  if (container.imagePullPolicy === '') {
    container.imagePullPolicy = pullPolicyOf(container.image)
    reasons.tell(`${pointer}/imagePullPolicy`, pullReason(container.image))
  }
  if (container.terminationMessagePath === '') {
    container.terminationMessagePath = '/dev/termination-log'
    reasons.tell(`${pointer}/terminationMessagePath`, 'where a container leaves its last words')
  }
  if (container.terminationMessagePolicy === '') {
    container.terminationMessagePolicy = 'File'
    const reason = 'the last words are read from the file unless said otherwise'
    reasons.tell(`${pointer}/terminationMessagePolicy`, reason)
  }
  for (const [index, port] of (container.ports ?? []).entries()) {
    if (port.protocol !== '') continue
    port.protocol = 'TCP'
    reasons.tell(`${pointer}/ports/${index}/protocol`, 'a port is of TCP unless said otherwise')
  }
  for (const [index, { valueFrom }] of (container.env ?? []).entries()) {
    if (valueFrom !== undefined) {
      defaultSource(valueFrom, `${pointer}/env/${index}/valueFrom`, reasons)
    }
  }
  for (const field of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
    const probe = container[field]
    if (probe !== undefined) defaultProbe(probe, `${pointer}/${field}`, reasons)
  }
  const { postStart, preStop } = container.lifecycle ?? {}
  defaultHttpGet(postStart?.httpGet, `${pointer}/lifecycle/postStart/httpGet`, reasons)
  defaultHttpGet(preStop?.httpGet, `${pointer}/lifecycle/preStop/httpGet`, reasons)
}

export function pullPolicyOf(image: string): string {
  return imageTag(image) === 'latest' ? 'Always' : 'IfNotPresent'
}

export function pullReason(image: string): string {
  return imageTag(image) === 'latest'
    ? 'the image has the tag latest, or neither tag nor digest, and so may change'
    : 'the image has a tag or a digest, and so stays the same'
}

function defaultSource(
  { fieldRef, fileKeyRef }: Struct<'EnvVarSource'>,
  pointer: string,
  reasons: Reasons,
): void {
  defaultFieldRef(fieldRef, `${pointer}/fieldRef`, reasons)
  if (fileKeyRef !== undefined && fileKeyRef.optional === undefined) {
    fileKeyRef.optional = false
    reasons.tell(`${pointer}/fileKeyRef/optional`, 'the file must be there unless said otherwise')
  }
}

export function defaultFieldRef(
  fieldRef: Struct<'ObjectFieldSelector'> | undefined,
  pointer: string,
  reasons: Reasons,
): void {
  if (fieldRef === undefined || fieldRef.apiVersion !== '') return
  fieldRef.apiVersion = 'v1'
  reasons.tell(`${pointer}/apiVersion`, 'fields are those of a v1 pod')
}

const PROBE_DEFAULTS = {
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
} as const

/** SetDefaults_Probe: zero is as good as nothing. */
function defaultProbe(probe: Struct<'Probe'>, pointer: string, reasons: Reasons): void {
  for (const [field, value] of Object.entries(PROBE_DEFAULTS)) {
    const name = field as keyof typeof PROBE_DEFAULTS // the keys of the literal above
    if (probe[name] !== 0) continue
    probe[name] = value
    reasons.tell(`${pointer}/${field}`, `${field} is ${value} by default; 0 counts as not given`)
  }
  defaultHttpGet(probe.httpGet, `${pointer}/httpGet`, reasons)
  if (probe.grpc !== undefined && probe.grpc.service === undefined) {
    probe.grpc.service = ''
    reasons.tell(`${pointer}/grpc/service`, 'no name asks for the server as a whole')
  }
}

function defaultHttpGet(
  action: Struct<'HTTPGetAction'> | undefined,
  pointer: string,
  reasons: Reasons,
): void {
  if (action === undefined) return
  if (action.path === '') {
    action.path = '/'
    reasons.tell(`${pointer}/path`, 'no path is the root')
  }
  if (action.scheme === '') {
    action.scheme = 'HTTP'
    reasons.tell(`${pointer}/scheme`, 'HTTP unless said otherwise')
  }
}
