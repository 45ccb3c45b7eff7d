import type { Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { httpHeaderName, portName, portNumber } from '../metadata/names.ts'

type Probe = Struct<'Probe'>
/** What a probe and a lifecycle hook may do, taken together. */
type Handler = Partial<Struct<'LifecycleHandler'> & Pick<Probe, 'grpc'>>
type Seconds = bigint | undefined

const ONLY_ONE = 'may not specify more than 1 handler type'
const SCHEMES = ['HTTP', 'HTTPS']

/** validateLivenessProbe and validateStartupProbe. */
export function validateRestartingProbe(
  errors: FieldErrors,
  probe: Probe | undefined,
  path: string,
): void {
  if (probe === undefined) return
  validateProbe(errors, probe, path)
  if (probe.successThreshold !== 1) {
    errors.invalid(`${path}.successThreshold`, probe.successThreshold, 'must be 1')
  }
}

export function validateReadinessProbe(
  errors: FieldErrors,
  probe: Probe | undefined,
  path: string,
): void {
  if (probe === undefined) return
  validateProbe(errors, probe, path)
  const seconds = probe.terminationGracePeriodSeconds
  if (seconds !== undefined) {
    const field = `${path}.terminationGracePeriodSeconds`
    errors.invalid(field, seconds, 'must not be set for readinessProbes')
  }
}

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const

function validateProbe(errors: FieldErrors, probe: Probe, path: string): void {
  const { exec, httpGet, tcpSocket, grpc } = probe
  validateHandler(errors, { exec, httpGet, tcpSocket, grpc }, undefined, path)
  for (const field of COUNTS) {
    if (probe[field] >= 0) continue
    errors.invalid(`${path}.${field}`, probe[field], 'must be greater than or equal to 0')
  }
  const seconds = probe.terminationGracePeriodSeconds
  if (seconds !== undefined && seconds <= 0n) {
    errors.invalid(`${path}.terminationGracePeriodSeconds`, seconds, 'must be greater than 0')
  }
}

/** validateLifecycle; a stop signal is dropped before, its gate being off. */
export function validateLifecycle(
  errors: FieldErrors,
  { postStart, preStop }: Struct<'Lifecycle'>,
  gracePeriodSeconds: Seconds,
  path: string,
): void {
  if (postStart !== undefined) {
    validateHandler(errors, postStart, gracePeriodSeconds, `${path}.postStart`)
  }
  if (preStop !== undefined) {
    validateHandler(errors, preStop, gracePeriodSeconds, `${path}.preStop`)
  }
}

/** validateHandler: the first of several is looked into, the others are too many. */
function validateHandler(
  errors: FieldErrors,
  { exec, httpGet, tcpSocket, grpc, sleep }: Handler,
  gracePeriodSeconds: Seconds,
  path: string,
): void {
  let count = 0
  const take = <Action>(
    field: string,
    action: Action | undefined,
    validate: (action: Action, path: string) => void,
  ): void => {
    if (action === undefined) return
    if (count++ > 0) errors.forbidden(`${path}.${field}`, ONLY_ONE)
    else validate(action, `${path}.${field}`)
  }
  take('exec', exec, ({ command = [] }, field) => {
    if (command.length === 0) errors.required(`${field}.command`)
  })
  take('httpGet', httpGet, (action, field) => validateHttpGet(errors, action, field))
  take('tcpSocket', tcpSocket, ({ port }, field) => validatePort(errors, port, `${field}.port`))
  take('grpc', grpc, ({ port }, field) => validatePort(errors, port, `${field}.port`))
  take('sleep', sleep, ({ seconds }, field) => {
    validateSleep(errors, seconds, gracePeriodSeconds, field)
  })
  if (count === 0) errors.required(path, 'must specify a handler type')
}

/** validateHTTPGetAction; a protocol is dropped before, its gate being off. */
function validateHttpGet(
  errors: FieldErrors,
  { path: url, port, scheme, httpHeaders }: Struct<'HTTPGetAction'>,
  path: string,
): void {
  if (url === '') errors.required(`${path}.path`)
  validatePort(errors, port, `${path}.port`)
  if (!SCHEMES.includes(scheme)) errors.notSupported(`${path}.scheme`, new Json(scheme), SCHEMES)
  for (const { name } of httpHeaders ?? []) {
    errors.invalidEach(`${path}.httpHeaders`, name, httpHeaderName(name))
  }
}

function validatePort(errors: FieldErrors, port: number | string, field: string): void {
  errors.invalidEach(field, port, typeof port === 'number' ? portNumber(port) : portName(port))
}

function validateSleep(errors: FieldErrors, seconds: bigint, grace: Seconds, field: string): void {
  if (grace === undefined || (seconds >= 0n && seconds <= grace)) return
  const rule = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`
  errors.invalid(field, seconds, rule)
}
