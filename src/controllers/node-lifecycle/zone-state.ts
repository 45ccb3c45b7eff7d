export type ZoneState = 'Initial' | 'Normal' | 'PartialDisruption' | 'FullDisruption'

/** How many nodes of a zone have the condition Ready, and how many have not. */
export interface ZoneCount {
  ready: number
  notReady: number
}

/** Two nodes that are not ready never disrupt a zone in part. */
const NOT_READY_MIN = 2

/** ComputeZoneState; the share is of 32 bits, as upstream. */
export function computeZoneState(
  { ready, notReady }: ZoneCount,
  unhealthyZoneThreshold: number,
): ZoneState {
  if (ready === 0 && notReady > 0) return 'FullDisruption'
  const share = Math.fround(Math.fround(notReady) / Math.fround(notReady + ready))
  const isPartial = notReady > NOT_READY_MIN && share >= unhealthyZoneThreshold
  return isPartial ? 'PartialDisruption' : 'Normal'
}
