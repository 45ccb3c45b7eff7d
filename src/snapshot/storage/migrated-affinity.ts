import { BETA_REGION, BETA_ZONE, REGION, ZONE, ZONE_SEPARATOR } from '../nodes/topology-labels.ts'
import type { NodeRequirement } from '../selectors/node-requirement.ts'
import type { NodeSelector, NodeSelectorTerm } from '../selectors/node-selector.ts'
import type { PersistentVolume } from './persistent-volume.ts'

/** The volume's node affinity as its CSI driver has it: zones by the driver's own label. */
export function migratedAffinity(
  volume: PersistentVolume,
  topologyKey: string,
): NodeSelector | null {
  const affinity = volume.requiredAffinity
  const [zoneKey, regionKey] = usesBetaLabels(volume) ? [BETA_ZONE, BETA_REGION] : [ZONE, REGION]
  const names = (key: string) =>
    (affinity ?? []).some((term) =>
      term.expressions.some((one) => one.key === key && one.values.length > 0),
    )
  let migrated = affinity
  if (names(zoneKey)) migrated = renameKey(affinity ?? [], zoneKey, topologyKey)
  else {
    const zones = zonesOf(volume.labels.get(zoneKey))
    if (zones.length > 0) migrated = requireZones(affinity, topologyKey, zones)
  }
  return regionKey === BETA_REGION && names(BETA_REGION)
    ? renameKey(migrated ?? [], BETA_REGION, REGION)
    : migrated
}

function usesBetaLabels({ requiredAffinity, labels }: PersistentVolume): boolean {
  const names = (key: string) =>
    (requiredAffinity ?? []).some((term) => term.expressions.some((one) => one.key === key))
  if (names(ZONE)) return false
  return names(BETA_ZONE) || (!labels.has(ZONE) && labels.has(BETA_ZONE))
}

function zonesOf(label: string | undefined): string[] {
  const zones = (label ?? '').split(ZONE_SEPARATOR).map((zone) => zone.trim())
  return [...new Set(zones.filter((zone) => zone !== ''))].sort()
}

function renameKey(affinity: NodeSelector, from: string, to: string): NodeSelector {
  return affinity.map((term) => ({
    ...term,
    expressions: term.expressions.map((one) => (one.key === from ? { ...one, key: to } : one)),
  }))
}

/** Every alternative gets the requirement; without any it is the only one. */
function requireZones(
  affinity: NodeSelector | null,
  key: string,
  values: readonly string[],
): NodeSelector {
  const zones: NodeRequirement = { key, operator: 'In', values }
  const empty: NodeSelectorTerm = { expressions: [], fields: [], malformed: null }
  const terms = affinity === null || affinity.length === 0 ? [empty] : affinity
  return terms.map((term) => ({ ...term, expressions: [...term.expressions, zones] }))
}
