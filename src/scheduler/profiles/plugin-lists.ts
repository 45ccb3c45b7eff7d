import type { AtEveryPoint } from '../framework/extension-points.ts'

/** A plugin of an ordered list; weight 0 stands for the default, 1. */
export interface EnabledPlugin {
  readonly name: string
  readonly weight: number
}

/** Which plugins run at each extension point, in order. */
export type PluginLists = AtEveryPoint<readonly EnabledPlugin[]>
