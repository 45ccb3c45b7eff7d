import type { Run } from '../../use-cases/decisions/run.ts'
import type { Origin, Sourced } from '../sources/sources.ts'
import { isSettled, type OutcomeCounter } from '../tally.ts'
import { BriefCauses } from '../text/cause-in-brief.ts'
import { type DecisionRow, decisionRow } from '../text/decision-row.ts'
import { groupBy } from '../text/group-by.ts'
import { likeRows } from '../text/like-rows.ts'
import { NodeNames } from '../text/node-names.ts'

/** The rules that a pod can break, by the words of the tables. */
export const RULES = {
  none: 'A pod fits on no node.',
  evicts: 'A pod fits only where others are evicted for it.',
  unknown: 'Of a pod it cannot be told whether it fits, for what was not seen.',
  held: 'A pod is held back by scheduling gates.',
  other: 'A pod asks for a scheduler that was not asked.',
  error: 'A pod could not be decided.',
} as const
export type Rule = keyof typeof RULES

/** What becomes of pods of which the same is true, for a tool that shows it beside their manifest. */
export interface Finding {
  /** `shop/web`, or several as tables name them. */
  readonly pods: string
  readonly namespace: string
  readonly name: string
  readonly count: number
  /** null: all is well. */
  readonly rule: Rule | null
  /** Why, in short. */
  readonly why: string
  /** The scheduler's own words; empty when it has none. */
  readonly message: string
  readonly origin: Origin | null
}

/** Decides every pod; replicas are one finding. */
export function findingsOf(
  run: Run,
  pods: readonly Sourced[],
  tally: OutcomeCounter,
): readonly Finding[] {
  const names = new NodeNames([])
  const causes = new BriefCauses()
  const rows: (DecisionRow & { readonly origin: Origin | null; readonly rule: Rule | null })[] = []
  for (const decision of tally.count(run.decisions)) {
    const row = decisionRow(decision, run.cluster.nodes, names, causes)
    const rule = isSettled(decision.outcome) ? null : ruleOf(row)
    rows.push({ ...row, origin: pods[rows.length]?.origin ?? null, rule })
  }
  const groups = groupBy(rows, ({ likeness, rule, why, origin }) =>
    JSON.stringify([likeness, rule, rule === null ? '' : why, origin]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const [line] = likeRows(group)
    if (first === undefined || line === undefined) return []
    const { namespace, rule, message, origin } = first
    const name = line.pods.slice(namespace.length + 1)
    return [{ ...line, namespace, name, count: group.length, rule, message, origin }]
  })
}

function ruleOf({ result }: DecisionRow): Rule {
  const { word } = result
  return word in RULES ? (word as Rule) : 'error' // the line before has looked
}

/** What is wrong, in one sentence. */
export function sentenceOf({ pods, rule, why, message }: Finding): string {
  const said = message === '' || message === why ? '' : ` (${message})`
  switch (rule) {
    case null:
      return `${pods} fits`
    case 'none':
      return `${pods} fits on no node: ${why}${said}`
    case 'evicts':
      return `${pods} fits only where others are evicted: ${why}`
    case 'unknown':
      return `${pods}: cannot be told: ${why}`
    default:
      return `${pods}: ${why}${said}`
  }
}
