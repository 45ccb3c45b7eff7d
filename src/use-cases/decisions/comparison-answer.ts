import type { JudgingOptions } from '../../../schemas/decisions/decision-request.ts'
import {
  compareDecisions,
  moveInTie,
  onlyOn,
  type PodDifference,
} from '../../explain/comparison.ts'
import { ComparisonCounter } from '../../explain/comparison-summary.ts'
import type { DecisionView } from '../../explain/decision-view.ts'
import { haveSameRows, isSurelySame } from '../../explain/same-decision.ts'
import { viewDecision } from '../../explain/view-decision.ts'
import type { Decision } from '../../scheduler/decision.ts'
import { referTo } from '../../snapshot/pods/pod-reference.ts'
import { VERSION } from '../../version.ts'
import { describeInput } from '../reading/decision-input.ts'
import { idOf } from './decision-answer.ts'
import type { Run } from './run.ts'

export interface Comparison {
  readonly digest: string
  readonly a: Run
  readonly b: Run
  readonly explain: JudgingOptions['explain']
}

/** With explain `summary`: the flips and movements that are told of each pod. */
const SUMMARY_LINES = 10

const SAME = { isUnknown: false, tie: null }

/**
 * The answer of POST /v1/comparisons as text, pod by pod: both sides decide a pod before either goes
 * on to the next, so that only two decisions are held at a time.
 */
export async function* comparisonParts(comparison: Comparison): AsyncGenerator<string, void, void> {
  const { digest, a, b } = comparison
  const id = idOf({ digest, a: a.profile, b: b.profile, release: VERSION })
  const tally = new ComparisonCounter()
  const finishInputs = [describeInput(a), describeInput(b)] as const
  yield `{"id":${JSON.stringify(id)},"differences":[`
  let separator = ''
  const mayBeSame = haveSameRows(a.cluster.nodes, b.cluster.nodes)
  for (const [ofA, ofB] of pairs(a, b)) {
    if (mayBeSame && ofA !== null && ofB !== null && isSurelySame(ofA, ofB)) {
      tally.count(null, SAME)
      yield ''
      continue
    }
    const [viewA, viewB] = [ofA && viewSide(a, ofA), ofB && viewSide(b, ofB)]
    const difference = differenceOf(viewA, viewB)
    const isUnknown = [viewA, viewB].some((view) => view?.outcome === 'unknown')
    const tie = viewA !== null && viewB !== null ? moveInTie(viewA, viewB) : null
    tally.count(difference, { isUnknown, tie })
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

/** Decisions for the same pod; pods that both sides have are in the same order. */
function* pairs(a: Run, b: Run): Generator<readonly [Decision | null, Decision | null]> {
  const [inA, inB] = [keysOf(a), keysOf(b)]
  const ofB = b.decisions[Symbol.iterator]()
  for (const decision of a.decisions) {
    if (!inB.has(keyOf(decision.pod))) {
      yield [decision, null]
      continue
    }
    let other = ofB.next()
    for (; other.done !== true && !inA.has(keyOf(other.value.pod)); other = ofB.next()) {
      yield [null, other.value]
    }
    if (other.done !== true) yield [decision, other.value]
  }
  for (let other = ofB.next(); other.done !== true; other = ofB.next()) yield [null, other.value]
}

function keysOf({ pods }: Run): ReadonlySet<string> {
  return new Set(pods.map(({ pod }) => keyOf(pod)))
}

function keyOf(pod: Decision['pod']): string {
  const { namespace, name } = referTo(pod)
  return `${namespace}/${name}`
}

function differenceOf(a: DecisionView | null, b: DecisionView | null): PodDifference | null {
  if (a !== null && b !== null) return compareDecisions(a, b)
  if (a !== null) return onlyOn('a', a)
  return b === null ? null : onlyOn('b', b)
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
