/** What keeps a pod's volumes from a node: flags, since a node may have several. */
export const AFFINITY_CONFLICT = 1
export const NOTHING_TO_BIND = 2
export const NOT_ENOUGH_STORAGE = 4
export const VOLUME_MISSING = 8

/** Every sum of flags is below this. */
export const CONFLICT_KINDS = 16

const REASONS: readonly (readonly [flag: number, reason: string])[] = [
  [AFFINITY_CONFLICT, "node(s) didn't match PersistentVolume's node affinity"],
  [NOTHING_TO_BIND, "node(s) didn't find available persistent volumes to bind"],
  [NOT_ENOUGH_STORAGE, 'node(s) did not have enough free storage'],
  [VOLUME_MISSING, 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'],
]

/** The reasons of a sum of flags, in upstream's order. */
export function reasonsOf(conflicts: number): string[] {
  return REASONS.flatMap(([flag, reason]) => ((conflicts & flag) === 0 ? [] : [reason]))
}
