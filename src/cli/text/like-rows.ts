import { countOf, firstFew } from './counts.ts'
import type { DecisionRow, Result } from './decision-row.ts'
import { groupBy } from './group-by.ts'

/** A line for one pod, or for replicas of which the same is true. */
export interface LikeRows {
  readonly pods: string
  readonly result: Result
  readonly node: string
  readonly why: string
}

const NODES_SHOWN = 3

/** Replicas to which the same happened, in one line each; in the order in which they first come up. */
export function likeRows(rows: Iterable<DecisionRow>): LikeRows[] {
  const groups = groupBy(rows, ({ likeness, result, why }) =>
    // Where replicas go differs from one to the next, and so does how free the choice was.
    JSON.stringify(result.word === 'fits' ? [likeness, result] : [likeness, result, why]),
  )
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [rowOf(first, others)],
  )
}

function rowOf(first: DecisionRow, others: readonly DecisionRow[]): LikeRows {
  const { namespace, result, why } = first
  const all = [first, ...others]
  const pods = `${namespace}/${namesInOne(all.map(({ name }) => name))}`
  const nodes = [...new Set(all.map(({ node }) => node))]
  const row = { pods, result }
  if (nodes.length === 1) return { ...row, node: first.node, why }
  return { ...row, node: countOf(nodes.length, 'node'), why: firstFew(nodes, NODES_SHOWN) }
}

/** `web-0..2` where they are numbered, `web-7d4b-* (3)` where their ends are drawn. */
function namesInOne(names: readonly string[]): string {
  const [first = ''] = names
  if (names.length === 1) return first
  const stem = first.slice(0, first.lastIndexOf('-') + 1)
  if (!names.every((name) => name.startsWith(stem))) return `${first} and ${names.length - 1} more`
  const ends = names.map((name) => name.slice(stem.length))
  const numbers = ends.map(Number).sort((a, b) => a - b)
  const isRun = numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
  const isNumbered = ends.every((end) => /^\d{1,9}$/.test(end))
  return isNumbered && isRun
    ? `${stem}${numbers[0]}..${numbers.at(-1)}`
    : `${stem}* (${names.length})`
}
