import type { Container, Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { portName, portNumber } from '../metadata/names.ts'

const PROTOCOLS = ['SCTP', 'TCP', 'UDP']

/** validateContainerPorts. */
export function validatePorts(
  errors: FieldErrors,
  ports: readonly Struct<'ContainerPort'>[] | undefined,
  path: string,
): void {
  const names = new Set<string>()
  for (const [index, port] of (ports ?? []).entries()) {
    const field = `${path}[${index}]`
    validateName(errors, port.name, names, `${field}.name`)
    const { containerPort, hostPort, protocol } = port
    if (containerPort === 0) errors.required(`${field}.containerPort`)
    else errors.invalidEach(`${field}.containerPort`, containerPort, portNumber(containerPort))
    if (hostPort !== 0) errors.invalidEach(`${field}.hostPort`, hostPort, portNumber(hostPort))
    if (protocol === '') errors.required(`${field}.protocol`)
    else if (!PROTOCOLS.includes(protocol)) {
      errors.notSupported(`${field}.protocol`, new Json(protocol), PROTOCOLS)
    }
  }
}

function validateName(errors: FieldErrors, name: string, names: Set<string>, field: string): void {
  if (name === '') return
  const complaints = portName(name)
  errors.invalidEach(field, name, complaints)
  if (complaints.length > 0) return
  if (names.has(name)) errors.duplicate(field, name)
  names.add(name)
}

/** checkHostPortConflicts, over all the containers given. */
export function validateHostPorts(
  errors: FieldErrors,
  containers: readonly Container[],
  path: string,
): void {
  const taken = new Set<string>()
  for (const [index, { ports = [] }] of containers.entries()) {
    for (const [at, { protocol, hostIP, hostPort }] of ports.entries()) {
      if (hostPort === 0) continue
      const key = `${protocol}/${hostIP}/${hostPort}`
      if (taken.has(key)) errors.duplicate(`${path}[${index}].ports[${at}].hostPort`, key)
      taken.add(key)
    }
  }
}

/** validatePodHostNetworkDeps: on the host's network a port is the host's own. */
export function validateHostNetworkPorts(
  errors: FieldErrors,
  containers: readonly Container[],
  path: string,
): void {
  for (const [index, { ports = [] }] of containers.entries()) {
    for (const [at, { hostPort, containerPort }] of ports.entries()) {
      if (hostPort === containerPort) continue
      const field = `${path}[${index}].ports[${at}].hostPort`
      errors.invalid(field, hostPort, 'must match `containerPort` when `hostNetwork` is true')
    }
  }
}
