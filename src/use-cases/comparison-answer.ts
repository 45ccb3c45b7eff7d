import type { JudgingOptions } from '../../schemas/decision-request.ts'
import { compareDecisions, isMoveInTie, type PodDifference } from '../explain/comparison.ts'
import { ComparisonCounter } from '../explain/comparison-summary.ts'
import { viewDecision } from '../explain/view-decision.ts'
import type { Decision } from '../scheduler/decision.ts'
import { VERSION } from '../version.ts'
import { idOf } from './decision-answer.ts'
import { describeInput } from './decision-input.ts'
import type { Run } from './run.ts'

export interface Comparison {
  readonly digest: string
  readonly a: Run
  readonly b: Run
  readonly explain: JudgingOptions['explain']
}

/** With explain `summary`: the flips and movements that are told of each pod. */
const SUMMARY_LINES = 10

/**
 * The answer of POST /v1/comparisons as text, pod by pod: both sides decide a pod before either goes
 * on to the next, so that only two decisions are held at a time.
 */
export async function* comparisonParts(comparison: Comparison): AsyncGenerator<string, void, void> {
  const { digest, a, b } = comparison
  const id = idOf({ digest, a: a.profile, b: b.profile, release: VERSION })
  const tally = new ComparisonCounter()
  const finishInputs = [describeInput(a), describeInput(b)] as const
  const ofB = b.decisions[Symbol.iterator]()
  yield `{"id":${JSON.stringify(id)},"differences":[`
  let separator = ''
  for (const decision of a.decisions) {
    const other = ofB.next()
    if (other.done === true) break
    const views = [viewSide(a, decision), viewSide(b, other.value)] as const
    const difference = compareDecisions(...views)
    const isUnknown = views.some(({ outcome }) => outcome === 'unknown')
    tally.count(difference, { isUnknown, isMovedInTie: isMoveInTie(...views) })
    if (difference === null) continue
    yield separator + JSON.stringify(shorten(difference, comparison.explain))
    separator = ','
  }
  const [inputA, inputB] = finishInputs
  const sides = {
    a: { profile: a.profile, input: inputA() },
    b: { profile: b.profile, input: inputB() },
  }
  yield `],${JSON.stringify({ summary: tally.summary(), ...sides }).slice(1)}`
}

function viewSide({ cluster, nowMs }: Run, decision: Decision) {
  return viewDecision(decision, cluster.nodes, 'full', nowMs)
}

function shorten(difference: PodDifference, explain: Comparison['explain']): PodDifference {
  if (explain === 'full') return difference
  const most = explain === 'summary' ? SUMMARY_LINES : 0
  const { verdicts, scores } = difference
  return { ...difference, verdicts: verdicts.slice(0, most), scores: scores.slice(0, most) }
}
