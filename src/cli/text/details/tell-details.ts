import type { DetailKind, DetailOf } from '../../../scheduler/framework/detail.ts'
import { circuit } from './circuit.ts'
import type { DetailText, Found } from './detail-text.ts'
import { deviceConstraint, devicePool, deviceRequest } from './device.ts'
import { hostPort } from './host-port.ts'
import {
  addedAffinity,
  labelPresence,
  nodeAffinityTerm,
  nodeSelector,
  serviceAffinity,
} from './node-label.ts'
import { existingAntiAffinity, podAffinity, podAntiAffinity } from './pod-affinity.ts'
import { resourceClaim, staleResourceClaim } from './resource-claim.ts'
import { resourceShortage } from './resource-shortage.ts'
import { cordoned, missingFeature, nodeCondition, taint } from './taint.ts'
import { topologyLabel, topologySpread } from './topology-spread.ts'
import {
  boundVolume,
  csiDriver,
  disk,
  exclusiveClaim,
  missingVolume,
  unboundClaim,
  volumeLimit,
  volumeZone,
} from './volume.ts'

/** The words for every kind of detail; one without words does not compile. */
const TEXTS: { readonly [Kind in DetailKind]: DetailText<Kind> } = {
  resource: resourceShortage,
  taint,
  unschedulable: cordoned,
  nodeCondition,
  nodeSelector,
  nodeAffinityTerm,
  addedAffinity,
  labelPresence,
  serviceAffinity,
  missingFeature,
  hostPort,
  podAffinity,
  podAntiAffinity,
  existingAntiAffinity,
  topologySpread,
  topologyLabel,
  disk,
  exclusiveClaim,
  volumeLimit,
  csiDriver,
  volumeZone,
  boundVolume,
  missingVolume,
  unboundClaim,
  resourceClaim,
  staleResourceClaim,
  circuit,
  deviceRequest,
  deviceConstraint,
  devicePool,
}

/** The facts behind one reason, in words. */
export function tellDetails(found: readonly Found[]): string[] {
  const kinds = new Set(found.map(({ detail }) => detail.kind))
  return [...kinds].flatMap((kind) => linesOf(kind, found))
}

function linesOf<Kind extends DetailKind>(kind: Kind, found: readonly Found[]): string[] {
  const isOfKind = (one: Found): one is Found<DetailOf<Kind>> => one.detail.kind === kind
  return TEXTS[kind](found.filter(isOfKind))
}
