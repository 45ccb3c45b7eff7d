import { SCORE_MAX } from '../../framework/normalize.ts'

export interface WeightedResource {
  readonly name: string
  readonly weight: number
}

/** A point of RequestedToCapacityRatio's line; utilization 0 to 100, score 0 to 10. */
export interface ShapePoint {
  readonly utilization: number
  readonly score: number
}

/** NodeResourcesFitArgs.scoringStrategy. */
export interface ScoringStrategy {
  readonly type: 'LeastAllocated' | 'MostAllocated' | 'RequestedToCapacityRatio'
  readonly resources: readonly WeightedResource[]
  readonly shape: readonly ShapePoint[]
}

/** Scores one node from what would be requested of each resource and what there is; integers. */
export type AllocationFormula = (requested: Float64Array, allocatable: Float64Array) => number

export function allocationFormula(strategy: ScoringStrategy): AllocationFormula {
  const weights = strategy.resources.map((resource) => resource.weight)
  switch (strategy.type) {
    case 'LeastAllocated':
      return weightedMean(weights, leastAllocated, Math.trunc)
    case 'MostAllocated':
      return weightedMean(weights, mostAllocated, Math.trunc)
    case 'RequestedToCapacityRatio': {
      const line = scoreLine(strategy.shape)
      const score = (requested: number, allocatable: number) =>
        line(utilization(requested, allocatable))
      // Resources that score nothing do not dilute the others.
      return weightedMean(weights, score, Math.round, true)
    }
  }
}

/** Go divides integers: products stay below 2^53 up to some 80 TiB of memory. */
function leastAllocated(requested: number, allocatable: number): number {
  if (requested > allocatable) return 0
  return Math.trunc(((allocatable - requested) * SCORE_MAX) / allocatable)
}

function mostAllocated(requested: number, allocatable: number): number {
  return Math.trunc((Math.min(requested, allocatable) * SCORE_MAX) / allocatable)
}

function utilization(requested: number, allocatable: number): number {
  return requested > allocatable ? 100 : Math.trunc((requested * 100) / allocatable)
}

/** The line through a configured shape, whose scores go to 10 where the scheduler's go to 100. */
export function scoreLine(shape: readonly ShapePoint[]): (utilization: number) => number {
  return brokenLine(shape.map(({ utilization, score }) => ({ utilization, score: score * 10 })))
}

/** Linear between the points, constant outside, truncated toward zero. */
export function brokenLine(shape: readonly ShapePoint[]): (utilization: number) => number {
  return (at) => {
    for (let index = 0; index < shape.length; index++) {
      const point = shape[index]
      if (at > point.utilization) continue
      if (index === 0) return point.score
      const before = shape[index - 1]
      const rise = (point.score - before.score) * (at - before.utilization)
      return before.score + Math.trunc(rise / (point.utilization - before.utilization))
    }
    return shape[shape.length - 1].score
  }
}

function weightedMean(
  weights: readonly number[],
  scoreOf: (requested: number, allocatable: number) => number,
  round: (mean: number) => number,
  skipsZero = false,
): AllocationFormula {
  return (requested, allocatable) => {
    let sum = 0
    let weightSum = 0
    for (let index = 0; index < weights.length; index++) {
      if (allocatable[index] === 0) continue
      const score = scoreOf(requested[index], allocatable[index])
      if (skipsZero && score <= 0) continue
      sum += score * weights[index]
      weightSum += weights[index]
    }
    return weightSum === 0 ? 0 : round(sum / weightSum)
  }
}
