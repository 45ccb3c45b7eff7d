import type { PluginFactory } from '../context.ts'
import { type AllocationFormula, resourceAllocation } from './resource-allocation.ts'
import { SCORE_MAX } from './scale.ts'

/** The nearer the used fractions of cpu and memory are to each other, the better; full nodes get 0. */
const balance: AllocationFormula = (
  cpuRequested,
  cpuAllocatable,
  memoryRequested,
  memoryAllocatable,
) => {
  const cpu = fraction(cpuRequested, cpuAllocatable)
  const memory = fraction(memoryRequested, memoryAllocatable)
  if (cpu >= 1 || memory >= 1) return 0
  // In upstream's floating-point order: exact fractions would round otherwise in some places.
  return Math.trunc((1 - Math.abs(cpu - memory)) * SCORE_MAX)
}

function fraction(requested: number, allocatable: number): number {
  return allocatable === 0 ? 1 : requested / allocatable
}

/** Prefers nodes whose cpu and memory would be used to equal parts; made to go with LeastRequested. */
export const balancedResourceAllocation: PluginFactory = resourceAllocation(balance)
