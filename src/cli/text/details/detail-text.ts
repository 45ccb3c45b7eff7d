import type { Detail, DetailKind, DetailOf } from '../../../scheduler/framework/detail.ts'
import { countOf } from '../counts.ts'
import { groupBy } from '../group-by.ts'

/** A detail of one node's rejection. */
export interface Found<Value = Detail> {
  readonly node: string
  readonly detail: Value
}

/** The lines for all details of one kind that a reason has. */
export type DetailText<Kind extends DetailKind> = (
  found: readonly Found<DetailOf<Kind>>[],
) => string[]

const NODES_SHOWN = 3

/** Details of which the same can be said. */
export interface Phrase<Value> {
  readonly phrase: string
  readonly found: readonly Found<Value>[]
  /** Each once. */
  readonly nodes: readonly string[]
}

/** Details by what can be said of them: the phrase of most nodes first. */
export function byPhrase<Value>(
  found: readonly Found<Value>[],
  phraseOf: (detail: Value) => string,
): Phrase<Value>[] {
  const groups = groupBy(found, ({ detail }) => phraseOf(detail))
  return [...groups]
    .map(([phrase, same]) => ({
      phrase,
      found: same,
      nodes: [...new Set(same.map(({ node }) => node))],
    }))
    .sort((a, b) => b.nodes.length - a.nodes.length)
}

/** Each phrase once, and where it holds. */
export function phrasesOnNodes<Value>(
  found: readonly Found<Value>[],
  phraseOf: (detail: Value) => string,
): string[] {
  return byPhrase(found, phraseOf).map(({ phrase, nodes }) => `${phrase} ${onNodes(nodes)}`)
}

/** `on a`, `on 4 nodes: a, b, c, ...`. */
export function onNodes(nodes: readonly string[]): string {
  if (nodes.length === 1) return `on ${nodes[0]}`
  const shown = nodes.slice(0, NODES_SHOWN).join(', ')
  return `on ${countOf(nodes.length, 'node')}: ${shown}${nodes.length > NODES_SHOWN ? ', ...' : ''}`
}
