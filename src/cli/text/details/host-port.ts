import { firstFew } from '../counts.ts'
import type { DetailText } from './detail-text.ts'
import { podName } from './pod-name.ts'

const HOLDERS_SHOWN = 3
const EVERY_ADDRESS = ['', '0.0.0.0']

/** Each port of the node that is taken, and who holds it where. */
export const hostPort: DetailText<'hostPort'> = (found) => {
  const ports = new Map<string, string[]>()
  for (const { node, detail } of found) {
    const { pod, port } = detail.conflictsWith
    const address = EVERY_ADDRESS.includes(port.ip) ? '' : `${port.ip}:`
    const name = `${address}${port.port}/${port.protocol}`
    ports.set(name, [...(ports.get(name) ?? []), `${podName(pod)} on ${node}`])
  }
  return [...ports].map(
    ([port, holders]) => `wants host port ${port}, held by ${firstFew(holders, HOLDERS_SHOWN)}`,
  )
}
