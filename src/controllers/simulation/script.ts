import type { Cluster } from '../../snapshot/cluster.ts'

/** Something that the script makes happen. */
export type ScriptStep =
  | {
      readonly kind: 'create'
      readonly source: number
      readonly name: string
      readonly runMs: number | null
    }
  | { readonly kind: 'delete' | 'finish'; readonly pod: string }
  /** From now on these nodes are there: made when it is due. */
  | { readonly kind: 'nodes'; readonly read: () => Cluster; readonly removed: readonly string[] }

export interface ScriptEntry {
  readonly atMs: number
  readonly step: ScriptStep
}
