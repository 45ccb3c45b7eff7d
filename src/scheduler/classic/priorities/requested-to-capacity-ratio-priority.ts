import { brokenLine, type ShapePoint } from '../../plugins/node-resources/scoring-strategy.ts'
import type { PluginFactory } from '../context.ts'
import { meanOfBoth, resourceAllocation } from './resource-allocation.ts'
import { SCORE_MAX } from './scale.ts'

/** Prefers the emptiest, as LeastRequested does. */
export const DEFAULT_SHAPE: readonly ShapePoint[] = [
  { utilization: 0, score: SCORE_MAX },
  { utilization: 100, score: 0 },
]

/** Scores utilization by a line through given points, so that any degree of it may be the best (1.11). */
export function requestedToCapacityRatioPriority(shape: readonly ShapePoint[]): PluginFactory {
  const line = brokenLine(shape)
  return resourceAllocation(
    meanOfBoth((requested, allocatable) => line(utilization(requested, allocatable))),
  )
}

/** In percent; what is free is truncated, so what is used is rounded up. */
function utilization(requested: number, allocatable: number): number {
  if (allocatable === 0 || requested > allocatable) return 100
  return 100 - Math.trunc(((allocatable - requested) * 100) / allocatable)
}
