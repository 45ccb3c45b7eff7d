import * as z from 'zod'
import { firstFew } from '../counts.ts'
import { type DetailText, detailText } from './detail-text.ts'
import { PodName } from './pod-name.ts'

const HeldPort = z.object({
  conflictsWith: z.object({
    pod: PodName,
    port: z.object({ ip: z.string(), protocol: z.string(), port: z.number() }),
  }),
})

const HOLDERS_SHOWN = 3
const EVERY_ADDRESS = ['', '0.0.0.0']

/** Each port of the node that is taken, and who holds it where. */
export const hostPort: DetailText = detailText(HeldPort, (found) => {
  const ports = new Map<string, string[]>()
  for (const { node, detail } of found) {
    const { pod, port } = detail.conflictsWith
    const address = EVERY_ADDRESS.includes(port.ip) ? '' : `${port.ip}:`
    const name = `${address}${port.port}/${port.protocol}`
    ports.set(name, [...(ports.get(name) ?? []), `${pod} on ${node}`])
  }
  return [...ports].map(
    ([port, holders]) => `wants host port ${port}, held by ${firstFew(holders, HOLDERS_SHOWN)}`,
  )
})
