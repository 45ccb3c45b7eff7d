import type { Labels } from '../selectors/label-selector.ts'
import { BETA_REGION, BETA_ZONE, REGION, ZONE } from './topology-labels.ts'

/** `betaOnly`: the classic releases know only the failure-domain labels. Empty without zone and region. */
export function zoneKey(labels: Labels, betaOnly = false): string {
  const region = labels.get(BETA_REGION) ?? (betaOnly ? '' : (labels.get(REGION) ?? ''))
  const zone = labels.get(BETA_ZONE) ?? (betaOnly ? '' : (labels.get(ZONE) ?? ''))
  return region === '' && zone === '' ? '' : `${region}:\u0000:${zone}`
}

/**
 * The scheduler's node order (backend/cache/node_tree.go), as indexes into `zoneKeys`: zones in
 * first-seen order, nodes in insertion order within a zone, then one node of each zone in turn.
 */
export function roundRobinOrder(zoneKeys: readonly string[]): number[] {
  const zones = new Map<string, number[]>()
  for (const [index, key] of zoneKeys.entries()) {
    const zone = zones.get(key)
    if (zone === undefined) zones.set(key, [index])
    else zone.push(index)
  }
  const order: number[] = []
  const lists = [...zones.values()]
  for (let turn = 0; order.length < zoneKeys.length; turn++) {
    for (const zone of lists) {
      const index = zone[turn]
      if (index !== undefined) order.push(index)
    }
  }
  return order
}
