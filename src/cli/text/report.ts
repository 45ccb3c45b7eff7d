import { viewDecision } from '../../explain/view-decision.ts'
import type { Outcome } from '../../scheduler/decision.ts'
import type { Notice } from '../../scheduler/framework/notices.ts'
import { kubectlGet, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { Run } from '../../use-cases/decisions/run.ts'
import { isSettled, type OutcomeCounter } from '../tally.ts'
import { backlogLines, causeLines, totalText, wideLines } from './backlog.ts'
import { BriefCauses } from './cause-in-brief.ts'
import { countOf } from './counts.ts'
import { type DecisionText, headLines, tellDecision } from './decision.ts'
import { type DecisionRow, decisionRow } from './decision-row.ts'
import { gapLines } from './gaps.ts'
import { NodeNames } from './node-names.ts'
import { hang, type Page, plain } from './page.ts'

/** A run, and what is to be told of it beside its decisions. */
export interface Report {
  readonly run: Run
  readonly tally: OutcomeCounter
  /** Of the pods, and of those that nobody asked about. */
  readonly remarks: readonly string[]
  /** The command that tells more of a pod. */
  readonly nextFor: (pod: string) => string
}

/** A table of all decisions, and what they come to; wide: nothing is grouped or cut. */
export function* tableReport(report: Report, isWide: boolean, page: Page): Generator<string> {
  const { run, tally, remarks, nextFor } = report
  const { cluster } = run
  const names = new NodeNames(isWide ? [] : cluster.nodes.names)
  const clusterLine = clusterText(run)
  const causes = new BriefCauses()
  const rows: DecisionRow[] = []
  for (const decision of tally.count(run.decisions)) {
    rows.push(decisionRow(decision, cluster.nodes, names, causes))
  }
  if (rows.length === 0) yield NOTHING
  else {
    yield* isWide ? wideLines(rows, page) : backlogLines(rows, page)
    yield ''
    yield* causeLines(rows, page)
    yield* hang('', `${totalText(rows)} · ${clusterLine}`, page.columns)
    if (names.commonEnd !== '') yield endNote(names, page)
  }
  const [waits] = rows.filter(({ reason }) => reason !== '')
  if (waits !== undefined) yield `Next: ${plain(nextFor(`${waits.namespace}/${waits.name}`))}`
  yield* remainderLines(report, page)
  yield* listLines('About the pods:', remarks, page)
}

/** The pods that get no node. */
export function* waitingNames({ run, tally }: Report): Generator<string> {
  for (const { outcome, pod } of tally.count(run.decisions)) {
    if (!isSettled(outcome)) yield `${pod.signature.namespace}/${pod.name}`
  }
}

/** All that is told of a run, line by line: what was asked, every decision, what they come to. */
export function* reportLines(report: Report, page: Page): Generator<string> {
  const { run, remarks, tally } = report
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
  yield* closingLines(report, page)
  yield* listLines('About the pods:', remarks, page)
}

/** `49 nodes · 294 running pods · kubernetes-1.37`, before the pods of the run are placed. */
function clusterText({ profile, cluster }: Run): string {
  const { nodes, pods } = cluster
  const running = pods.podCount.reduce((sum, count) => sum + count, 0)
  return [countOf(nodes.count, 'node'), countOf(running, 'running pod'), profile].join(' · ')
}

function* titleLines(run: Run, names: NodeNames, page: Page) {
  yield* hang(
    '',
    `${countOf(run.pods.length, 'pod')} to decide · ${clusterText(run)}`,
    page.columns,
  )
  if (names.commonEnd !== '') yield endNote(names, page)
}

function endNote({ commonEnd }: NodeNames, page: Page): string {
  return page.paint('dim', `nodes are named without ${commonEnd}`)
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

function* closingLines(report: Report, page: Page): Generator<string> {
  const counts = [...report.tally.byOutcome].map(
    ([outcome, count]) => `${count} ${OUTCOME_TEXTS[outcome]}`,
  )
  yield page.paint('strong', counts.length === 0 ? NOTHING : `${counts.join(', ')}.`)
  yield* remainderLines(report, page)
}

/** What the answers rest on and nobody saw, and what is to be known of the rules. */
function* remainderLines({ run, tally: { missingKinds } }: Report, page: Page): Generator<string> {
  if (missingKinds.size > 0) yield* listLines('To know more:', knowMore(missingKinds), page)
  yield* gapLines(run.notEvaluated.concat(run.cluster.notEvaluated()), page)
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

function noticeText({ subject, message }: Notice): string {
  return `${subject}: ${message}`
}
