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

/** How the scores of a node's resources become its score. */
export interface AllocationFormula {
  /** One resource's score from what would be requested and what there is; integers. */
  readonly scoreOf: (requested: number, allocatable: number) => number
  readonly round: (mean: number) => number
  /** What of a resource its score is the share of, in percent; null where it is not that simple. */
  readonly counts: 'free' | 'used' | null
  /** Resources that score nothing do not dilute the others. */
  readonly skipsZero: boolean
}

export function allocationFormula(strategy: ScoringStrategy): AllocationFormula {
  switch (strategy.type) {
    case 'LeastAllocated':
      return { scoreOf: leastAllocated, round: Math.trunc, counts: 'free', skipsZero: false }
    case 'MostAllocated':
      return { scoreOf: mostAllocated, round: Math.trunc, counts: 'used', skipsZero: false }
    case 'RequestedToCapacityRatio': {
      const line = scoreLine(strategy.shape)
      const scoreOf = (requested: number, allocatable: number) =>
        line(utilization(requested, allocatable))
      return { scoreOf, round: Math.round, counts: null, skipsZero: true }
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
