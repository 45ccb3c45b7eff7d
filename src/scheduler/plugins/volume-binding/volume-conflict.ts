/** What keeps a pod's volumes from a node: flags, since a node may have several. */
export const AFFINITY_CONFLICT = 1
export const NOTHING_TO_BIND = 2
export const NOT_ENOUGH_STORAGE = 4
export const VOLUME_MISSING = 8

/** Every sum of flags is below this. */
export const CONFLICT_KINDS = 16

const REASONS: readonly (readonly [flag: number, reason: string])[] = [
  [NOTHING_TO_BIND, "node(s) didn't find available persistent volumes to bind"],
  [NOT_ENOUGH_STORAGE, 'node(s) did not have enough free storage'],
  [VOLUME_MISSING, 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'],
]

/** The reasons of a sum of flags, in upstream's order; the first one's text is the release's. */
export function reasonsOf(conflicts: number, affinityReason: string): string[] {
  const others = REASONS.flatMap(([flag, reason]) => ((conflicts & flag) === 0 ? [] : [reason]))
  return (conflicts & AFFINITY_CONFLICT) === 0 ? others : [affinityReason, ...others]
}
