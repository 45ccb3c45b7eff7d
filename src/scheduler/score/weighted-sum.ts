import type { NodeList } from '../framework/node-list.ts'
import { constantColumn, zeroColumn } from '../framework/static-scorer.ts'
import type { ScoreColumn } from './score-column.ts'

/** The weighted sum of the columns that are known beforehand. */
export function totalOf(columns: readonly ScoreColumn[], nodeCount: number): Float64Array {
  const nothing = zeroColumn(nodeCount)
  let everywhere = 0
  const fixed: ScoreColumn[] = []
  for (const column of columns) {
    const { weight, scorer } = column
    if (scorer.everywhere !== undefined) everywhere += scorer.everywhere * weight
    else if (scorer.rawColumn !== undefined && scorer.rawColumn !== nothing) fixed.push(column)
  }
  const constant = constantColumn(everywhere, nodeCount)
  if (fixed.length === 0) return constant
  const total = constant.slice()
  for (const { score, weight } of fixed) {
    for (let node = 0; node < nodeCount; node++) total[node] += score[node] * weight
  }
  return total
}

/** Writes `base` and the weighted scores of some columns into `total`, two columns at a time. */
export function sumColumns(
  columns: readonly ScoreColumn[],
  nodes: NodeList,
  base: Float64Array,
  total: Float64Array,
): void {
  let before = base
  let first: ScoreColumn | null = null
  for (const column of columns) {
    if (column.skipped) continue
    if (first === null) first = column
    else {
      addTwo(before, first, column, nodes, total)
      before = total
      first = null
    }
  }
  if (first !== null) addOne(before, first, nodes, total)
  else if (before === base) copyRows(base, nodes, total)
}

function addTwo(
  before: Float64Array,
  { score: first, weight: firstWeight }: ScoreColumn,
  { score: second, weight: secondWeight }: ScoreColumn,
  { at: rows, length }: NodeList,
  total: Float64Array,
): void {
  for (let index = 0; index < length; index++) {
    const node = rows[index]
    total[node] = before[node] + first[node] * firstWeight + second[node] * secondWeight
  }
}

function addOne(
  before: Float64Array,
  { score, weight }: ScoreColumn,
  { at: rows, length }: NodeList,
  total: Float64Array,
): void {
  for (let index = 0; index < length; index++) {
    const node = rows[index]
    total[node] = before[node] + score[node] * weight
  }
}

function copyRows(from: Float64Array, { at: rows, length }: NodeList, to: Float64Array): void {
  for (let index = 0; index < length; index++) to[rows[index]] = from[rows[index]]
}

export function addColumns(
  one: Float64Array,
  other: Float64Array,
  { at: rows, length }: NodeList,
  total: Float64Array,
): void {
  for (let index = 0; index < length; index++) {
    const node = rows[index]
    total[node] = one[node] + other[node]
  }
}
