import type { PluginFactory } from '../context.ts'
import { nodeTaints } from './node-taints.ts'

/** The same for NoExecute taints alone; written for the node controller, and registered by no release. */
export const podToleratesNodeNoExecuteTaints: PluginFactory = nodeTaints(
  ({ effect }) => effect === 'NoExecute',
)
