import type { PluginFactory } from '../context.ts'
import { meanOfBoth, resourceAllocation } from './resource-allocation.ts'
import { SCORE_MAX } from './scale.ts'

/** Prefers nodes with the largest part of cpu and memory free. */
export const leastRequestedPriority: PluginFactory = resourceAllocation(meanOfBoth(freePart))

function freePart(requested: number, allocatable: number): number {
  if (allocatable === 0 || requested > allocatable) return 0
  return Math.trunc(((allocatable - requested) * SCORE_MAX) / allocatable)
}
