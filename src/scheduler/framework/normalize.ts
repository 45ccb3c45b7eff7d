import type { NodeList } from './node-list.ts'

export const SCORE_MAX = 100

/** helper.DefaultNormalizeScore: scaled to the highest, truncated; a highest of 0 changes nothing. */
export function normalizeByMax(
  nodes: NodeList,
  raw: Float64Array,
  score: Float64Array,
  scoreMax: number = SCORE_MAX,
): void {
  const highest = highestOf(nodes, raw)
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes.at[index]
    score[node] = highest === 0 ? raw[node] : Math.trunc((scoreMax * raw[node]) / highest)
  }
}

/** The same, reversed: the lowest raw score is the best. */
export function normalizeReversed(
  nodes: NodeList,
  raw: Float64Array,
  score: Float64Array,
  scoreMax: number = SCORE_MAX,
): void {
  const highest = highestOf(nodes, raw)
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes.at[index]
    const share = highest === 0 ? 0 : Math.trunc((scoreMax * raw[node]) / highest)
    score[node] = scoreMax - share
  }
}

/** The extremes of the listed nodes' raw scores, and what the highest of them becomes. */
export interface ScoreRange {
  readonly lowest: number
  readonly highest: number
  readonly scoreMax: number
}

export function rangeOf(nodes: NodeList, raw: Float64Array): Omit<ScoreRange, 'scoreMax'> {
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (let index = 0; index < nodes.length; index++) {
    const value = raw[nodes.at[index]]
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  return { lowest, highest }
}

/** Linear over a range; all 0 where it is a point. The division comes first, in floating point, as upstream. */
export function normalizeInRange(
  nodes: NodeList,
  raw: Float64Array,
  score: Float64Array,
  { lowest, highest, scoreMax }: ScoreRange,
): void {
  const range = highest - lowest
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes.at[index]
    score[node] = range > 0 ? Math.trunc(scoreMax * ((raw[node] - lowest) / range)) : 0
  }
}

function highestOf(nodes: NodeList, raw: Float64Array): number {
  let highest = 0
  for (let index = 0; index < nodes.length; index++) {
    const value = raw[nodes.at[index]]
    if (value > highest) highest = value
  }
  return highest
}
