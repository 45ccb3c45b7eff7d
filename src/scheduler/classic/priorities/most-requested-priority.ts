import type { PluginFactory } from '../context.ts'
import { meanOfBoth, resourceAllocation } from './resource-allocation.ts'
import { SCORE_MAX } from './scale.ts'

/** Prefers nodes with the largest part of cpu and memory in use, to leave others empty. */
export const mostRequestedPriority: PluginFactory = resourceAllocation(meanOfBoth(usedPart))

/** Not 10 less the free part: both truncate, and both give 0 to a node that would be over its limit. */
function usedPart(requested: number, allocatable: number): number {
  if (allocatable === 0 || requested > allocatable) return 0
  return Math.trunc((requested * SCORE_MAX) / allocatable)
}
