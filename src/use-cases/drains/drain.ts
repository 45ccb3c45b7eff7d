import type { DrainRequest } from '../../../schemas/around/drain-request.ts'
import {
  chooseNodes,
  leastLoadedFirst,
  nodesNeededAtLeast,
} from '../../controllers/drain/consolidate.ts'
import { DrainFacts } from '../../controllers/drain/drain-facts.ts'
import { judgeForDrain } from '../../controllers/drain/drain-rules.ts'
import { MovingPods } from '../../controllers/drain/moving-pods.ts'
import { type DrainPlan, planDrain } from '../../controllers/drain/plan-drain.ts'
import { rankCauses } from '../../explain/why/causes.ts'
import { cordonedNode } from '../../explain/why/change-node.ts'
import { askEveryFilter } from '../../explain/why/every-filter.ts'
import { err, ok, type Result } from '../../result.ts'
import type { Decision } from '../../scheduler/decision.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { type Issue, Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import { SnapshotReader } from '../../snapshot/json/snapshot-reader.ts'
import { cycleOptions } from '../decisions/run.ts'
import { type ClusterReader, READ_ANEW } from '../reading/cluster-reader.ts'
import { describeInput } from '../reading/decision-input.ts'
import { MissedNotes } from '../reading/missed-notes.ts'
import { NodesAndClaims } from '../reading/nodes-and-claims.ts'
import { viewDrain } from './drain-answer.ts'
import type { DrainOutcome, DrainQuestion, Refused } from './drain-question.ts'

export interface DrainContext {
  readonly digest: string
  readonly nodesMax: number
  readonly podsMax: number
  /** Absent: as the request brings it. */
  readonly clusters?: ClusterReader
}

/** Causes that are told of a pod without a node. */
const CAUSES_MAX = 3

/** Reads what POST /v1/drains is sent; all that is wrong is reported at once. */
export function readDrain(
  request: DrainRequest,
  { digest, nodesMax, podsMax, clusters = READ_ANEW }: DrainContext,
): Result<DrainQuestion, readonly Issue[]> {
  const { options, snapshot } = request
  const profile = resolveProfile({ ...request, only: options.only, fixes: options.fixes })
  if (!profile.ok) return err(profile.error)
  const scheduler = profile.value
  const { accounting } = scheduler
  const { absentKinds, defaulting } = options
  const read = { accounting, absentKinds, defaulting, nodesMax }
  const found = clusters.readEditable({ snapshot, pods: [] }, read)
  if (!found.ok) return err(found.error)
  const { cluster, editor } = found.value
  const issues = new Issues()
  const rows = rowsAskedFor(request, cluster, issues)
  const asked = new Set(rows.map((row) => cluster.nodes.names[row]))
  const facts = new DrainFacts((node) => asked.has(node), issues)
  new SnapshotReader(facts, issues, nodesMax).read(snapshot, ROOT.at('snapshot'))
  const podCount = rows.reduce((sum, row) => sum + (cluster.pods.podCount[row] ?? 0), 0)
  if (podCount > podsMax) {
    const message = `${podCount} pods are on these nodes; at most ${podsMax} are moved in one request`
    issues.add(placeOfNodes(request), 'too-many', message)
  }
  if (issues.any) return err(issues.list)
  const cordoned = cordonedNodes(snapshot, cluster, new Set(rows))
  return ok({ request, digest, scheduler, cluster, editor, facts, rows, cordoned })
}

function cordonedNodes(
  snapshot: unknown,
  { nodes: { rowOf } }: Cluster,
  asked: ReadonlySet<number>,
): Map<number, JsonObject> {
  const cordoned = new Map<number, JsonObject>()
  for (const node of new NodesAndClaims(snapshot).nodes) {
    const row = rowOf.get(nameOf(node)) ?? -1
    if (asked.has(row)) cordoned.set(row, cordonedNode(node))
  }
  return cordoned
}

function placeOfNodes({ nodes }: DrainRequest) {
  return nodes === undefined ? ROOT.at('consolidate').at('nodes') : ROOT.at('nodes')
}

function rowsAskedFor(request: DrainRequest, { nodes }: Cluster, issues: Issues): number[] {
  const names = request.nodes ?? request.consolidate?.nodes ?? nodes.names
  const place = placeOfNodes(request)
  const rows = new Set<number>()
  for (const [index, name] of names.entries()) {
    const row = nodes.rowOf.get(name)
    const quoted = JSON.stringify(name)
    if (row === undefined) {
      issues.add(place.at(index), 'not-a-request', `the snapshot has no node ${quoted}`)
    } else if (rows.has(row)) {
      issues.add(place.at(index), 'duplicate-object', `node ${quoted} is named twice`)
    } else rows.add(row)
  }
  return [...rows]
}

/** The answer as text; a plan is told once it is whole. */
export async function* drainParts(question: DrainQuestion): AsyncGenerator<string, void, void> {
  const { request, cluster, digest, scheduler } = question
  const { notEvaluated, notices } = scheduler
  const finishInput = describeInput({ digest, cluster, pods: [], notEvaluated, notices })
  // The eviction API reads them of the cluster, wherever these were read.
  void cluster.readBy('the eviction API', 'preview').podDisruptionBudgets
  const missed = new MissedNotes()
  const planning =
    request.consolidate === undefined
      ? planFor(question, missed)
      : consolidated(question, refusedRows(question), missed)
  try {
    let step = planning.next()
    for (; step.done !== true; step = planning.next()) yield ''
    const input = finishInput()
    const told = { ...input, notEvaluated: missed.with(input.notEvaluated) }
    yield JSON.stringify({ ...viewDrain(question, step.value), input: told })
  } finally {
    // A caller that leaves before the end finds the cluster as it was.
    planning.return({ rows: [], plan: NOTHING, chosen: null })
  }
}

const NOTHING: DrainPlan = { waves: [], stays: [], refused: [], stuck: [] }

function* planFor(
  question: DrainQuestion,
  missed: MissedNotes,
): Generator<void, DrainOutcome, void> {
  const { rows, request } = question
  const { preemption } = request.options
  const plan = yield* attempt(question, rows, { preemption, explains: true, missed })
  return { rows, plan, chosen: null }
}

function* consolidated(
  question: DrainQuestion,
  refused: Refused,
  missed: MissedNotes,
): Generator<void, DrainOutcome, void> {
  const { cluster, rows } = question
  const candidates = rows.filter((row) => !refused.has(row))
  const inOrder = leastLoadedFirst(cluster, candidates)
  const chosen = yield* chooseNodes(inOrder, (some, explains) =>
    attempt(question, some, { preemption: false, explains, missed }),
  )
  const others = cluster.nodes.count - nodesNeededAtLeast(cluster, stayingPods(question))
  const atMost = Math.max(chosen.rows.length, Math.min(candidates.length, others))
  return { rows: chosen.rows, plan: chosen.plan ?? NOTHING, chosen: { ...chosen, atMost, refused } }
}

interface Attempt {
  readonly preemption: boolean
  /** Whether anybody asks what keeps pods off the nodes. */
  readonly explains: boolean
  readonly missed: MissedNotes
}

/** One plan, on the cluster with these nodes cordoned; the cluster is put back after it. */
function* attempt(
  question: DrainQuestion,
  rows: readonly number[],
  { preemption, explains, missed }: Attempt,
): Generator<void, DrainPlan, void> {
  const { request, scheduler, facts, cluster } = question
  const undo = cluster.savepoint()
  try {
    cordon(question, rows)
    const cycle = { ...cycleOptions(request.options), preemption }
    const rules = {
      profiles: scheduler.profiles,
      cycle,
      explain: explains ? explainStuck : notExplained,
    }
    const moving = new MovingPods(cluster, rules)
    return yield* planDrain(moving, { nodes: rows, facts, rules: request.flags })
  } finally {
    missed.keep(cluster)
    undo()
  }
}

function cordon({ editor, cordoned }: DrainQuestion, rows: readonly number[]): void {
  const nodes = rows.flatMap((row) => cordoned.get(row) ?? [])
  const edited = editor.apply({ path: ROOT, put: { nodes } })
  if (edited.ok) return
  throw new Error(
    `a snapshot that was read is refused with nodes cordoned: ${edited.error[0]?.message}`,
  )
}

function notExplained() {
  return []
}

function explainStuck(decision: Decision, { nodes }: Cluster) {
  const { filter } = decision
  if (filter === null) return []
  return rankCauses(askEveryFilter(filter, decision, nodes))
    .slice(0, CAUSES_MAX)
    .map(({ plugin, reason, nodes: count, text }) => ({ plugin, reason, nodes: count, text }))
}

function refusedRows({ request, cluster, facts, rows }: DrainQuestion): Refused {
  const refused = new Map<number, string>()
  for (const row of rows) {
    for (const pod of cluster.pods.onNode[row] ?? []) {
      const drained = facts.of(pod)
      const verdict = drained === null ? null : judgeForDrain(drained, request.flags)
      if (verdict?.kind === 'refuse') refused.set(row, verdict.because)
    }
  }
  return refused
}

/** Pods that stay where they are in every plan; of nodes that are no candidates nothing is known. */
function stayingPods({ request, cluster, facts }: DrainQuestion) {
  const pods = cluster.pods.onNode.flat()
  return new Set(
    pods.filter((pod) => {
      const drained = facts.of(pod)
      return drained !== null && judgeForDrain(drained, request.flags).kind === 'leave'
    }),
  )
}
