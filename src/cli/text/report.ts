import { viewDecision } from '../../explain/view-decision.ts'
import type { Outcome } from '../../scheduler/decision.ts'
import type { Notice } from '../../scheduler/framework/notices.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import { kubectlGet, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { Run } from '../../use-cases/run.ts'
import type { OutcomeCounter } from '../tally.ts'
import { countOf } from './counts.ts'
import { type DecisionText, headLines, tellDecision } from './decision.ts'
import { NodeNames } from './node-names.ts'
import { hang, type Page } from './page.ts'

/** All that is told of a run, line by line: what was asked, every decision, what they come to. */
export function* reportLines(
  run: Run,
  remarks: readonly string[],
  tally: OutcomeCounter,
  page: Page,
): Generator<string> {
  const names = new NodeNames(run.cluster.nodes.names)
  yield* titleLines(run, names, page)
  yield ''
  for (const texts of likeOnes(decisionTexts(run, tally, names, page))) {
    yield* headLines(texts, page)
    yield* texts[0]?.body ?? []
    // A pod's name alone says all when only the answer is wanted.
    if (run.options.explain !== 'decision') yield ''
  }
  if (run.options.explain === 'decision') yield ''
  yield* closingLines(run, tally, page)
  yield* listLines('About the pods:', remarks, page)
}

function* titleLines({ profile, cluster, pods }: Run, { commonEnd }: NodeNames, page: Page) {
  const { nodes, pods: running } = cluster
  const runningPods = running.podCount.reduce((sum, count) => sum + count, 0)
  const parts = [
    `${countOf(pods.length, 'pod')} to decide`,
    countOf(nodes.count, 'node'),
    countOf(runningPods, 'running pod'),
    `scheduler ${profile}`,
  ]
  yield* hang('', parts.join(', '), page.columns)
  if (commonEnd !== '') yield page.paint('dim', `nodes are named without ${commonEnd}`)
}

function* decisionTexts(
  { decisions, cluster, options, nowMs }: Run,
  tally: OutcomeCounter,
  names: NodeNames,
  page: Page,
) {
  for (const decision of tally.count(decisions)) {
    yield tellDecision(viewDecision(decision, cluster.nodes, options.explain, nowMs), names, page)
  }
}

/** Neighbours of which the same is true, as replicas are, told together. */
function* likeOnes(texts: Iterable<DecisionText>): Generator<DecisionText[]> {
  let like: DecisionText[] = []
  for (const text of texts) {
    if (like[0] !== undefined && !isLike(like[0], text)) {
      yield like
      like = []
    }
    like.push(text)
  }
  if (like.length > 0) yield like
}

function isLike(one: DecisionText, other: DecisionText): boolean {
  return (
    one.outcome !== 'scheduled' &&
    one.outcome === other.outcome &&
    one.verdict === other.verdict &&
    one.body.join('\n') === other.body.join('\n')
  )
}

const OUTCOME_TEXTS: { readonly [outcome in Outcome]: string } = {
  scheduled: 'placed',
  unschedulable: 'fit on no node',
  gated: 'held back',
  notResponsible: 'of another scheduler',
  alreadyAssigned: 'already on a node',
  terminating: 'being deleted',
  unknown: 'cannot be told',
  error: 'could not be decided',
}

const NOTHING = 'No pod of the snapshot waits for this scheduler; --pods FILE decides others.'

function* closingLines(run: Run, tally: OutcomeCounter, page: Page): Generator<string> {
  const { byOutcome, missingKinds } = tally
  const counts = [...byOutcome].map(([outcome, count]) => `${count} ${OUTCOME_TEXTS[outcome]}`)
  yield page.paint('strong', counts.length === 0 ? NOTHING : `${counts.join(', ')}.`)
  if (missingKinds.size > 0) yield* listLines('To know more:', knowMore(missingKinds), page)
  yield* listLines(
    'Not seen, or not judged:',
    run.notEvaluated.concat(run.cluster.notEvaluated()).map(gapText),
    page,
  )
  yield* listLines('About the rules:', run.notices.list.map(noticeText), page)
}

function knowMore(kinds: ReadonlySet<SnapshotResource>): string[] {
  const all = [...kinds]
  return [
    kubectlGet(...all),
    `and for those of which there are none: --absent-kinds ${all.join().toLowerCase()}`,
  ]
}

function* listLines(title: string, texts: readonly string[], { columns }: Page): Generator<string> {
  if (texts.length > 0) yield title
  for (const text of texts) yield* hang('  ', text, columns)
}

function gapText({ what, object, pods, reason }: NotEvaluated): string {
  const subject = [what, object, pods === undefined ? '' : countOf(pods, 'pod')].filter(Boolean)
  return `${subject.join(' ')}: ${reason}`
}

function noticeText({ subject, message }: Notice): string {
  return `${subject}: ${message}`
}
