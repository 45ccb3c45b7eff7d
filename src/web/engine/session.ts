import { boardOf, scoresOf } from '../../explain/board/board.ts'
import { labelsOf } from '../../explain/board/groupings.ts'
import { type NodeSheet, sheetOf } from '../../explain/board/node-sheet.ts'
import { viewDecision } from '../../explain/view-decision.ts'
import { rankCauses } from '../../explain/why/causes.ts'
import { askEveryFilter } from '../../explain/why/every-filter.ts'
import { runnersUp } from '../../explain/why/runners-up.ts'
import { err, ok, type Result } from '../../result.ts'
import { SchedulingCycle, USUAL_CYCLE } from '../../scheduler/cycle.ts'
import {
  PROFILE_NAMES,
  type ResolvedProfile,
  resolveProfile,
} from '../../scheduler/profiles/resolve-profile.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { type ReadOptions, readEditableCluster } from '../../snapshot/read.ts'
import { podsOn, searchHelp } from '../../use-cases/explanations/find-help.ts'
import { ChangeTrials, type TriedChanges } from '../../use-cases/explanations/try-changes.ts'
import { type Edit, isPodEdit } from '../edits.ts'
import type { Answer, Help, PodOutcome, Question, Remedy } from '../protocol.ts'
import { editPod } from './apply-edits.ts'
import { deviceFactsOf, givenTo } from './device-facts.ts'
import { EditedCluster, type ReadyCluster } from './edited-cluster.ts'
import { headlineOf, inAFewWords } from './headline.ts'
import type { OpenedCluster } from './opened-cluster.ts'
import { preemptionOf } from './preemption-facts.ts'
import { requestFactsOf } from './request-facts.ts'
import { withWeights } from './with-weights.ts'

const RUNGS_MAX = 8

type Lines = readonly string[]
type Reading = ReturnType<typeof readEditableCluster>

interface Asked {
  readonly ready: ReadyCluster
  readonly scheduler: ResolvedProfile
  readonly pod: PodToDecide
  /** As it would be sent, with its edits. */
  readonly object: JsonObject
  readonly cycle: SchedulingCycle
}

/** Answers questions about one opened cluster. Every pod is judged as the next one to come. */
export class Session {
  private readonly opened: OpenedCluster
  private readonly now: () => number
  /** One for each way in which releases read. */
  private readonly read = new Map<string, EditedCluster>()
  /** Of the last search for help: where changes are tried. */
  private trialed: { readonly key: string; readonly reading: Reading } | null = null
  /** How long the last reading took. */
  private readMs = 0
  /** How long the last answer took. */
  lastMs = 0

  constructor(opened: OpenedCluster, now: () => number) {
    this.opened = opened
    this.now = now
  }

  static readonly profiles: readonly string[] = PROFILE_NAMES

  /** What is wrong with the objects, by name; null when they can be judged. */
  check(): Lines | null {
    const resolved = resolveProfile({ only: [], fixes: false })
    if (!resolved.ok) return resolved.error.map(({ message }) => message)
    const read = this.readFor(resolved.value)
    return read.ok ? null : read.error
  }

  answer(question: Question): Result<Answer, Lines> {
    const beganMs = this.now()
    const answer = this.decide(question)
    this.lastMs = this.now() - beganMs
    return answer
  }

  private decide(question: Question): Result<Answer, Lines> {
    const asked = this.ask(question)
    if (!asked.ok) return asked
    const { ready, scheduler, pod, object, cycle } = asked.value
    const { cluster } = ready
    const startMs = this.now()
    const decision = cycle.decide(pod.pod)
    const decideMs = this.now() - startMs
    const { nodes } = cluster
    const view = viewDecision(decision, nodes, 'summary', null)
    const { board, funnel } = boardOf(decision, cluster, ready.groupings)
    const { filter } = decision
    const verdicts = filter === null ? [] : askEveryFilter(filter, decision, nodes, 'reasons')
    const causes = rankCauses(verdicts)
    return ok({
      question,
      outcome: decision.outcome,
      node: view.node,
      headline: headlineOf(decision, view, causes, verdicts),
      message: view.message,
      decision: view,
      funnel,
      feasible: filter?.search.feasible.length ?? 0,
      scores: scoresOf(decision, nodes.count),
      board,
      preemption: preemptionOf(decision, nodes),
      devices: deviceFactsOf(decision, nodes),
      given: (view.claims ?? []).map(givenTo),
      unknown: decision.unknown,
      requests: requestFactsOf(
        pod.pod,
        object,
        this.opened.podToPlace(question.pod) ?? object,
        cluster,
      ),
      notEvaluated: [
        ...this.opened.notEvaluated,
        ...scheduler.notEvaluated,
        ...cluster.notEvaluated(),
      ],
      readMs: this.readMs,
      decideMs,
    })
  }

  /**
   * Changes that were decided again and help; of a placed pod, why not elsewhere. Tells how many were
   * tried, and may be left there.
   */
  *help(question: Question): Generator<number, Result<Help, Lines>, void> {
    const asked = this.ask(question)
    if (!asked.ok) return asked
    const { ready, pod, object, cycle } = asked.value
    const { cluster } = ready
    const startMs = this.now()
    const decision = cycle.decide(pod.pod)
    if (decision.outcome === 'scheduled') {
      const ladder = runnersUp(decision, cluster.nodes, RUNGS_MAX, null)
      return ok({ remedies: [], tried: 0, ms: this.now() - startMs, ladder })
    }
    const { filter } = decision
    const verdicts = filter === null ? [] : askEveryFilter(filter, decision, cluster.nodes)
    yield 0
    const trials = this.trialsFor(question, asked.value)
    yield 0
    const source = { pod: object, verdicts, podsOn: podsOn(cluster) }
    const { wouldHelp, triedChanges } = yield* searchHelp(trials, source, decision, cluster)
    const remedies = wouldHelp.map(remedyOf)
    return ok({ remedies, tried: triedChanges, ms: this.now() - startMs, ladder: [] })
  }

  /** The cluster that changes are tried on is read once, for all pods and weights. */
  private trialsFor({ edits }: Question, { ready, scheduler, object }: Asked): ChangeTrials {
    const snapshot = Object.fromEntries(ready.objects)
    const read = this.readOptions(scheduler)
    const ofCluster = edits.filter((edit) => !isPodEdit(edit))
    const key = JSON.stringify([ofCluster, scheduler.accounting])
    if (this.trialed?.key !== key) {
      this.trialed = { key, reading: readEditableCluster({ snapshot, pods: [] }, read) }
    }
    const { reading } = this.trialed
    return new ChangeTrials({ snapshot, pod: object, scheduler, cycle: USUAL_CYCLE, read, reading })
  }

  sheet(question: Question, node: string): Result<NodeSheet, Lines> {
    const asked = this.ask(question)
    if (!asked.ok) return asked
    const { ready, pod, cycle } = asked.value
    const row = ready.cluster.nodes.rowOf.get(node)
    if (row === undefined) return err([`There is no node ${node} any more`])
    const decision = cycle.decide(pod.pod)
    const object = (ready.objects.get('nodes') ?? []).find((one) => nameOf(one) === node)
    return ok(sheetOf(decision, ready.cluster, row, labelsOf(object)))
  }

  /** What becomes of the pods that wait, each judged as the next one to come. */
  *outcomes(question: Question): Generator<PodOutcome, void, void> {
    for (const key of this.opened.pending) {
      const asked = this.ask({ ...question, pod: key, edits: forOthers(question, key) })
      if (!asked.ok) continue
      const { cycle, pod, ready } = asked.value
      const decision = cycle.decide(pod.pod)
      const feasible = decision.filter?.search.feasible.length ?? 0
      const text = inAFewWords(decision, ready.cluster.nodes)
      yield { key, outcome: decision.outcome, feasible, text }
    }
  }

  private ask(question: Question): Result<Asked, Lines> {
    const resolved = resolveProfile({ profile: question.profile, only: [], fixes: false })
    if (!resolved.ok) return err(resolved.error.map(({ message }) => message))
    const scheduler = withWeights(resolved.value, question.weights)
    const given = this.opened.podToPlace(question.pod)
    if (given === null) return err([`There is no pod ${question.pod} in these files`])
    const object = editPod(given, question.edits)
    const read = this.readFor(scheduler)
    if (!read.ok) return read
    const ready = read.value.with(question.edits, question.pod, object)
    if (!ready.ok) return ready
    const pod = ready.value.podToDecide(question.pod)
    if (pod === undefined) return err([`The pod ${question.pod} could not be read`])
    const { cluster } = ready.value
    const cycle = new SchedulingCycle(cluster, scheduler.profiles, USUAL_CYCLE)
    return ok({ ready: ready.value, scheduler, pod, object, cycle })
  }

  private readFor(scheduler: ResolvedProfile): Result<EditedCluster, Lines> {
    const key = JSON.stringify(scheduler.accounting)
    const known = this.read.get(key)
    if (known !== undefined) return ok(known)
    const startMs = this.now()
    const read = EditedCluster.read(this.opened, this.readOptions(scheduler))
    this.readMs = this.now() - startMs
    if (read.ok) this.read.set(key, read.value)
    return read
  }

  private readOptions({ accounting }: ResolvedProfile): ReadOptions {
    return {
      accounting,
      defaulting: true,
      nodesMax: Number.POSITIVE_INFINITY,
      absentKinds: 'unknown',
    }
  }
}

function remedyOf({ changes, text, feasibleNodes, node, displaced }: TriedChanges): Remedy {
  const pod = displaced === undefined ? '' : `${displaced.namespace}/${displaced.name}`
  const leaves = displaced === undefined ? null : { pod, node: displaced.node }
  return { edits: changes, text, feasible: feasibleNodes, node, displaced: leaves }
}

/** Edits of one pod's manifest are not those of another. */
function forOthers({ pod, edits }: Question, key: string): readonly Edit[] {
  return key === pod ? edits : edits.filter((edit) => !isPodEdit(edit))
}
