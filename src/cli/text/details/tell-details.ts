import type { Detail } from '../../../scheduler/framework/plugin.ts'
import type { DetailText, Found } from './detail-text.ts'
import { hostPort } from './host-port.ts'
import { nodeAffinityTerm, nodeSelector } from './node-label.ts'
import { otherDetails } from './other-detail.ts'
import { missingNeighbour, unwantedNeighbour, unwelcoming } from './pod-affinity.ts'
import { resourceShortage } from './resource-shortage.ts'
import { cordoned, taint } from './taint.ts'
import { topologySpread, unlabelled } from './topology-spread.ts'
import {
  sharedClaim,
  unprovidedClaim,
  unreachableVolume,
  volumeElsewhere,
  volumeLimit,
} from './volume.ts'

/** The first whose shape fits tells a detail, so the narrower shapes come first. */
const TEXTS: readonly DetailText[] = [
  resourceShortage,
  taint,
  cordoned,
  nodeSelector,
  nodeAffinityTerm,
  missingNeighbour,
  unwantedNeighbour,
  unwelcoming,
  topologySpread,
  unlabelled,
  volumeLimit,
  sharedClaim,
  hostPort,
  unreachableVolume,
  unprovidedClaim,
  volumeElsewhere,
]

/** The numbers behind one reason, in words. */
export function tellDetails(found: readonly Found<Detail>[]): string[] {
  const lines: string[] = []
  let left = found
  for (const text of TEXTS) {
    const told = text.tell(left)
    lines.push(...told.lines)
    left = told.rest
  }
  return [...lines, ...otherDetails(left)]
}
