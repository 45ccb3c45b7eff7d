import { isHard } from '../../../snapshot/nodes/taint.ts'
import type { PluginFactory } from '../context.ts'
import { nodeTaints } from './node-taints.ts'

/** Keeps pods off nodes whose NoSchedule and NoExecute taints they do not tolerate. */
export const podToleratesNodeTaints: PluginFactory = nodeTaints(isHard)
