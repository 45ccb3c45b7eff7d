import type { AuditStatus } from '../../../schemas/store/preemption-record.ts'
import { digestOfText } from '../../digest.ts'
import type { DecisionView } from '../../explain/decision-view.ts'
import { viewDecision } from '../../explain/view-decision.ts'
import { type GroupView, viewGroup } from '../../explain/view-group.ts'
import { type SearchedGroupView, viewSearchedGroup } from '../../explain/view-searched-group.ts'
import type { CircuitBreakerView } from '../../scheduler/around/circuit-breaker/view-circuits.ts'
import type { ProposedPreemption } from '../../store/audit/records/preemptions.ts'
import { canonicalJson } from '../../store/canonical-json.ts'
import { VERSION } from '../../version.ts'
import { jsonParts } from '../json-parts.ts'
import { describeInput } from '../reading/decision-input.ts'
import { proposalOf } from './proposed-preemption.ts'
import type { Run } from './run.ts'

/** What a view tells of each node is in arrays of its own or of its filter and preemption. */
const VIEW_DEPTH = 2

/**
 * Keeps what an answer proposes; null where nothing is to be said of that, and `later` where somebody
 * else says it and closes the answer.
 */
export type RecordProposals = (
  proposals: readonly ProposedPreemption[],
) => Promise<AuditStatus | null | 'later'>

/** One JSON value, or a line for its head, for each decision and for its end. */
export type AnswerForm = 'json' | 'lines'

/** What stands between the parts that both forms have. */
const FRAMES = {
  json: { open: ',"decisions":[', between: ',', end: '}' },
  lines: { open: '}\n', between: '\n', end: '}\n' },
} as const

/**
 * The answer of POST /v1/decisions as text, decision by decision. What could not be evaluated is
 * known only when the last pod is decided, so `input` comes after the decisions; then `record` keeps
 * what they propose, and the answer says how that went. `onPod` is told before each pod.
 */
export async function* answerParts(
  run: Run,
  record: RecordProposals,
  onPod: (index: number) => void = () => {},
  form: AnswerForm = 'json',
): AsyncGenerator<string, void, void> {
  const { cluster, profile, circuitBreaker } = run
  const finishInput = describeInput(run)
  let next = { startIndex: run.options.startIndex, roundRobin: run.options.roundRobin }
  const { open, between } = FRAMES[form]
  const outcomes = new Map<string, number>()
  yield `{"id":${JSON.stringify(decisionId(run))},"profile":${JSON.stringify(profile)}${open}`
  const isFull = run.options.explain === 'full'
  const proposals: ProposedPreemption[] = []
  let separator = ''
  let index = 0
  onPod(index)
  for await (const decision of run.asking?.decisions ?? run.decisions) {
    const proposal = proposalOf(decision, index++, cluster.nodes)
    if (proposal !== null) proposals.push(proposal)
    next = { startIndex: decision.nextStartIndex, roundRobin: decision.nextRoundRobin }
    const view = viewDecision(decision, cluster.nodes, run.options.explain, run.nowMs)
    outcomes.set(view.outcome, (outcomes.get(view.outcome) ?? 0) + 1)
    yield separator
    if (isFull) yield* jsonParts(view, VIEW_DEPTH)
    else yield JSON.stringify(view)
    separator = between
    onPod(index)
  }
  yield form === 'json' ? ']' : `${separator}${countedLine(index, outcomes)}`
  if (run.groups !== null) yield `,"groups":${JSON.stringify(run.groups.map(viewGroup))}`
  if (run.searchedGroups !== null) {
    yield `,"searchedGroups":${JSON.stringify(run.searchedGroups.map(viewSearchedGroup))}`
  }
  yield `,"input":${JSON.stringify(finishInput())},"next":${JSON.stringify(next)}`
  if (run.asking !== null) yield `,"extenderResults":${JSON.stringify(run.asking.results)}`
  if (circuitBreaker !== null) yield `,"circuitBreaker":${JSON.stringify(circuitBreaker)}`
  const audit = await record(proposals)
  if (audit !== 'later') yield closing(audit, form)
}

/** The end of an answer: how the audit went. */
export function closing(audit: AuditStatus | null, form: AnswerForm): string {
  const { end } = FRAMES[form]
  return audit === null ? end : `,"audit":${JSON.stringify(audit)}${end}`
}

/** The beginning of the last line: by its counts a reader knows that nothing is missing. */
function countedLine(decided: number, outcomes: ReadonlyMap<string, number>): string {
  const counts = { decided, outcomes: Object.fromEntries(outcomes) }
  return JSON.stringify(counts).slice(0, -1)
}

/** The same as an object, for callers in the same process; id and digest are those of bytes. */
export interface DecisionAnswer {
  readonly profile: string
  readonly decisions: readonly DecisionView[]
  readonly groups?: readonly GroupView[]
  readonly searchedGroups?: readonly SearchedGroupView[]
  readonly input: Omit<ReturnType<ReturnType<typeof describeInput>>, 'digest'>
  readonly next: { readonly startIndex: number; readonly roundRobin: number }
  /** With feedback. */
  readonly circuitBreaker?: CircuitBreakerView
}

/** Decides every pod of a run and reads every decision; holds the whole answer. */
export function readDecisions(run: Run): DecisionAnswer {
  const finishInput = describeInput(run)
  const { cluster, options, nowMs, profile, circuitBreaker } = run
  let next = { startIndex: options.startIndex, roundRobin: options.roundRobin }
  const decisions: DecisionView[] = []
  for (const decision of run.decisions) {
    next = { startIndex: decision.nextStartIndex, roundRobin: decision.nextRoundRobin }
    decisions.push(viewDecision(decision, cluster.nodes, options.explain, nowMs))
  }
  const { digest: _, ...input } = finishInput()
  const groups = run.groups === null ? {} : { groups: run.groups.map(viewGroup) }
  const searched =
    run.searchedGroups === null ? {} : { searchedGroups: run.searchedGroups.map(viewSearchedGroup) }
  const breaker = circuitBreaker === null ? {} : { circuitBreaker }
  return { profile, decisions, ...groups, ...searched, input, next, ...breaker }
}

/**
 * 128 bits of all that decides: the request, the profile and Berth's release that judged it, the
 * PriorityClasses that were kept. So the same id is the same decision. For answers that nothing is
 * recorded of, the digest of the request will do.
 */
export function decisionId(decidedBy: DecidedBy | string): string {
  if (typeof decidedBy === 'string') return idOf({ digest: decidedBy, release: VERSION })
  const { digest, profile, keptClasses } = decidedBy
  return idOf({ digest, profile, release: VERSION, keptClasses })
}

type DecidedBy = Pick<Run, 'digest' | 'profile' | 'keptClasses'>

/** The id of anything that follows from these values alone. */
export function idOf(values: Readonly<Record<string, unknown>>): string {
  return `d-${digestOfText(canonicalJson(values)).slice('sha256:'.length).slice(0, 32)}`
}
