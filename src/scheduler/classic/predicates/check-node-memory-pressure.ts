import type { PluginFactory } from '../context.ts'
import { MEMORY_PRESSURE } from '../reasons.ts'
import { nodePressure } from './node-pressure.ts'

/** Keeps pods that reserve nothing off nodes short of memory: the first to be evicted there. */
export const checkNodeMemoryPressure: PluginFactory = nodePressure(
  'MemoryPressure',
  MEMORY_PRESSURE,
  (pod) => pod.bestEffort,
)
