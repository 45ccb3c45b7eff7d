import type * as z from 'zod'
import type { Detail } from '../../../scheduler/framework/plugin.ts'
import { countOf } from '../counts.ts'
import { groupBy } from '../group-by.ts'

/** A detail of one node's rejection. */
export interface Found<Value> {
  readonly node: string
  readonly detail: Value
}

/** One shape of details, and the words for all of that shape that one reason has. */
export interface DetailText {
  /** The lines for those that have the shape, and those that do not. */
  tell(found: readonly Found<Detail>[]): { lines: string[]; rest: Found<Detail>[] }
}

/** Details of plugins have no type on the wire, so each shape is checked before it is read. */
export function detailText<Schema extends z.ZodObject>(
  schema: Schema,
  lines: (found: readonly Found<z.output<Schema>>[]) => string[],
): DetailText {
  const fields = Object.keys(schema.shape)
  return {
    tell(found) {
      const rest: Found<Detail>[] = []
      const mine: Found<z.output<Schema>>[] = []
      for (const one of found) {
        // A failed parse is dear, and there are as many details as nodes.
        const hasFields = fields.every((field) => field in one.detail)
        const parsed = hasFields ? schema.safeParse(one.detail) : null
        if (parsed?.success) mine.push({ node: one.node, detail: parsed.data })
        else rest.push(one)
      }
      return { lines: mine.length === 0 ? [] : lines(mine), rest }
    },
  }
}

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

/** `on a`, `on 4 nodes: a, b, c, ...`. */
export function onNodes(nodes: readonly string[]): string {
  if (nodes.length === 1) return `on ${nodes[0]}`
  const shown = nodes.slice(0, NODES_SHOWN).join(', ')
  return `on ${countOf(nodes.length, 'node')}: ${shown}${nodes.length > NODES_SHOWN ? ', ...' : ''}`
}
