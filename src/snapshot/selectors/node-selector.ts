import type { Fields } from '../json/fields.ts'
import type { NodeRequirement } from './node-requirement.ts'
import { termProblems } from './requirement-problems.ts'

/** One term of a node selector; `malformed` is the first thing that upstream's parser has against it (it then matches nothing). */
export interface NodeSelectorTerm {
  readonly expressions: readonly NodeRequirement[]
  readonly fields: readonly NodeRequirement[]
  readonly malformed: string | null
}

/** Terms are alternatives; no terms match no node. Empty terms were dropped, as upstream does. */
export type NodeSelector = readonly NodeSelectorTerm[]

export interface PreferredTerm {
  readonly weight: number
  readonly term: NodeSelectorTerm
}

/** The term's source is kept by classic releases also when it is empty, so callers filter. */
export function readNodeSelectorTerm(fields: Fields): NodeSelectorTerm {
  const expressions = readRequirements(fields, 'matchExpressions')
  const matchFields = readRequirements(fields, 'matchFields')
  const malformed = malformedAmong(expressions, matchFields)
  return { expressions, fields: matchFields, malformed }
}

export function isEmptyTerm(term: NodeSelectorTerm): boolean {
  return term.expressions.length === 0 && term.fields.length === 0
}

/** Reads `nodeSelectorTerms` of a v1.NodeSelector; null when the selector is absent. */
export function readNodeSelector(owner: Fields, field: string): NodeSelector | null {
  const selector = owner.object(field)
  return selector === undefined
    ? null
    : selector.objects('nodeSelectorTerms').map(readNodeSelectorTerm)
}

function readRequirements(fields: Fields, key: string): NodeRequirement[] {
  return fields.objects(key).map((requirement) => ({
    key: requirement.string('key') ?? '',
    operator: requirement.string('operator') ?? '',
    values: requirement.strings('values'),
  }))
}

/** Classic releases judge a term's expressions apart from its fields. */
export function malformedAmong(
  expressions: readonly NodeRequirement[],
  fields: readonly NodeRequirement[] = [],
): string | null {
  return termProblems(expressions, fields, 'json')[0] ?? null
}
