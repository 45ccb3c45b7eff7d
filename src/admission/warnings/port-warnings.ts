import { goQuote } from '../go/quote.ts'
import type { PodSpec, Struct } from '../types/types.ts'
import { fieldOf, placedContainers } from '../types/visit-containers.ts'
import type { Warnings } from './warnings.ts'

interface PlacedPort {
  readonly field: string
  readonly port: Struct<'ContainerPort'>
}

export function warnOfPorts(spec: PodSpec, warnings: Warnings): void {
  const ports = placedPorts(spec)
  const byPort = new Map<string, PlacedPort[]>()
  for (const placed of ports) {
    const { field, port } = placed
    if (port.hostIP !== '' && port.hostPort === 0) {
      warnings.add(`${field}: hostIP set without hostPort: ${printed(port)}`)
    }
    const key = `${port.containerPort}/${port.protocol}`
    const others = byPort.get(key) ?? []
    for (const other of others) {
      if (warnings.isFull) break
      const what = conflictOf(port, other.port)
      if (what !== null) warnings.add(`${field}: ${what} port definition with ${other.field}`)
    }
    byPort.set(key, others)
    others.push(placed)
  }
  warnOfPortNames(ports, warnings)
}

function placedPorts(spec: PodSpec): PlacedPort[] {
  return placedContainers(spec).flatMap((placed) =>
    (placed.container.ports ?? []).map((port, index) => ({
      field: `${fieldOf(placed)}.ports[${index}]`,
      port,
    })),
  )
}

/** Two ports with the same number and protocol inside. */
function conflictOf(a: Struct<'ContainerPort'>, b: Struct<'ContainerPort'>): string | null {
  const isSamePort = a.hostPort === b.hostPort
  if (isSamePort && a.hostIP === b.hostIP) return 'duplicate'
  if (a.hostPort === 0 || b.hostPort === 0) return 'overlapping'
  const isOneOpen = (a.hostIP === '') !== (b.hostIP === '')
  return isSamePort && isOneOpen ? 'dangerously ambiguous' : null
}

/** %+v of Go's struct. */
function printed({
  name,
  hostPort,
  containerPort,
  protocol,
  hostIP,
}: Struct<'ContainerPort'>): string {
  const inside = `ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}`
  return `{Name:${name} HostPort:${hostPort} ${inside}}`
}

function warnOfPortNames(ports: readonly PlacedPort[], warnings: Warnings): void {
  const first = new Map<string, string>()
  for (const { field, port } of ports) {
    if (port.name === '') continue
    const other = first.get(port.name)
    if (other === undefined) first.set(port.name, field)
    else {
      const effect = `services and probes that select ports by name will use ${other}`
      warnings.add(`${field}: duplicate port name ${goQuote(port.name)} with ${other}, ${effect}`)
    }
  }
}
