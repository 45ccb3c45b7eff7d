import {
  kubectlGet,
  SNAPSHOT_RESOURCES,
  type SnapshotResource,
} from '../../snapshot/snapshot-resources.ts'

/** Something that a verdict rests on and that was not seen, or is not judged. */
export interface Gap {
  /** Of Kubernetes, such as PersistentVolumeClaim; null where it is about no kind of object. */
  readonly kind: string | null
  readonly plugin: string
  readonly why: string
  /** What gets what is missing; null where nothing would. */
  readonly command: string | null
}

/** A kind that the snapshot lacks and the plugin reads. */
export function absentKind(kind: SnapshotResource, plugin: string): Gap {
  const why = `the snapshot has no ${kind}`
  return { kind: SNAPSHOT_RESOURCES[kind], plugin, why, command: kubectlGet(kind) }
}

/** Each gap once, in the order given. */
export function unionOfGaps(...lists: readonly (readonly Gap[])[]): Gap[] {
  const gaps = new Map<string, Gap>()
  for (const gap of lists.flat()) gaps.set(JSON.stringify([gap.kind, gap.plugin, gap.why]), gap)
  return [...gaps.values()]
}
