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
import type { ReadOptions } from '../../snapshot/read.ts'
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

interface TimedReading {
  readonly edited: EditedCluster
  readonly ms: number
}

interface Asked {
  readonly ready: ReadyCluster
  readonly scheduler: ResolvedProfile
  readonly pod: PodToDecide
  /** As it would be sent, with its edits. */
  readonly object: JsonObject
  readonly cycle: SchedulingCycle
  /** How long the reading took. */
  readonly readMs: number
}

/** Answers questions about one opened cluster. Every pod is judged as the next one to come. */
export class Session {
  private readonly opened: OpenedCluster
  private readonly now: () => number
  /** One for each way in which releases read. */
  private readonly read = new Map<string, TimedReading>()
  /** The same once more: a search for help goes on while other questions edit the first. */
  private readonly readForTrials = new Map<string, TimedReading>()
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
    const read = this.readFor(resolved.value, this.read)
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
    const { ready, scheduler, pod, object, cycle, readMs } = asked.value
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
      readMs,
      decideMs,
    })
  }

  /**
   * Changes that were decided again and help; of a placed pod, why not elsewhere. Tells how many were
   * tried, and may be left there.
   */
  *help(question: Question): Generator<number, Result<Help, Lines>, void> {
    const startMs = this.now()
    const shared = this.ask(question)
    if (!shared.ok) return shared
    const { cluster } = shared.value.ready
    const decision = shared.value.cycle.decide(shared.value.pod.pod)
    if (decision.outcome === 'scheduled') {
      const ladder = runnersUp(decision, cluster.nodes, RUNGS_MAX, null)
      return ok({ remedies: [], tried: 0, ms: this.now() - startMs, ladder })
    }
    yield 0
    const asked = this.ask(question, this.readForTrials)
    if (!asked.ok) return asked
    yield 0
    const { wouldHelp, triedChanges } = yield* searchIn(asked.value)
    const remedies = wouldHelp.map(remedyOf)
    return ok({ remedies, tried: triedChanges, ms: this.now() - startMs, ladder: [] })
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

  private ask(question: Question, readings = this.read): Result<Asked, Lines> {
    const resolved = resolveProfile({ profile: question.profile, only: [], fixes: false })
    if (!resolved.ok) return err(resolved.error.map(({ message }) => message))
    const scheduler = withWeights(resolved.value, question.weights)
    const given = this.opened.podToPlace(question.pod)
    if (given === null) return err([`There is no pod ${question.pod} in these files`])
    const object = editPod(given, question.edits)
    const read = this.readFor(scheduler, readings)
    if (!read.ok) return read
    const { edited, ms: readMs } = read.value
    const ready = edited.with(question.edits, question.pod, object)
    if (!ready.ok) return ready
    const pod = ready.value.podToDecide(question.pod)
    if (pod === undefined) return err([`The pod ${question.pod} could not be read`])
    const { cluster } = ready.value
    const cycle = new SchedulingCycle(cluster, scheduler.profiles, USUAL_CYCLE)
    return ok({ ready: ready.value, scheduler, pod, object, cycle, readMs })
  }

  private readFor(
    scheduler: ResolvedProfile,
    readings: Map<string, TimedReading>,
  ): Result<TimedReading, Lines> {
    const key = JSON.stringify(scheduler.accounting)
    const known = readings.get(key)
    if (known !== undefined) return ok(known)
    const startMs = this.now()
    const read = EditedCluster.read(this.opened, readOptions(scheduler))
    if (!read.ok) return read
    const reading = { edited: read.value, ms: this.now() - startMs }
    readings.set(key, reading)
    return ok(reading)
  }
}

function readOptions({ accounting }: ResolvedProfile): ReadOptions {
  return {
    accounting,
    defaulting: true,
    nodesMax: Number.POSITIVE_INFINITY,
    absentKinds: 'unknown',
  }
}

/** Nobody else may ask anything of this cluster until the search is over, or left. */
function searchIn({ ready, scheduler, pod, object, cycle }: Asked): ReturnType<typeof searchHelp> {
  const { cluster, editor } = ready
  const decision = cycle.decide(pod.pod)
  const { filter } = decision
  const verdicts = filter === null ? [] : askEveryFilter(filter, decision, cluster.nodes)
  const trials = new ChangeTrials({
    snapshot: Object.fromEntries(ready.objects),
    pod: object,
    scheduler,
    cycle: USUAL_CYCLE,
    read: readOptions(scheduler),
    reading: ok({ cluster, editor }),
  })
  const source = { pod: object, verdicts, podsOn: podsOn(cluster) }
  return searchHelp(trials, source, decision, cluster)
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
