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
import { findHelp, podsOn } from '../../use-cases/find-help.ts'
import { ChangeTrials } from '../../use-cases/try-changes.ts'
import { type Edit, isPodEdit } from '../edits.ts'
import type { Answer, Help, PodOutcome, Question } from '../protocol.ts'
import { editPod } from './apply-edits.ts'
import { deviceFactsOf, givenTo } from './device-facts.ts'
import { EditedCluster, type ReadyCluster } from './edited-cluster.ts'
import { headlineOf, inAFewWords } from './headline.ts'
import type { OpenedCluster } from './opened-cluster.ts'
import { preemptionOf } from './preemption-facts.ts'
import { requestFactsOf } from './request-facts.ts'

const RUNGS_MAX = 8

type Lines = readonly string[]

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

  /** Changes that were decided again and help; of a placed pod, why not elsewhere. */
  help(question: Question): Result<Help, Lines> {
    const asked = this.ask(question)
    if (!asked.ok) return asked
    const { ready, scheduler, pod, object, cycle } = asked.value
    const { cluster, objects } = ready
    const startMs = this.now()
    const decision = cycle.decide(pod.pod)
    if (decision.outcome === 'scheduled') {
      const ladder = runnersUp(decision, cluster.nodes, RUNGS_MAX, null)
      return ok({ remedies: [], tried: 0, ms: this.now() - startMs, ladder })
    }
    const { filter } = decision
    const verdicts = filter === null ? [] : askEveryFilter(filter, decision, cluster.nodes)
    const snapshot = Object.fromEntries(objects)
    const read = this.readOptions(scheduler)
    const trials = new ChangeTrials({ snapshot, pod: object, scheduler, cycle: USUAL_CYCLE, read })
    const source = { pod: object, verdicts, podsOn: podsOn(cluster) }
    const { wouldHelp, triedChanges } = findHelp(trials, source, decision, cluster)
    const remedies = wouldHelp.map(({ changes, text, feasibleNodes, node, displaced }) => ({
      edits: changes,
      text,
      feasible: feasibleNodes,
      node,
      displaced:
        displaced === undefined
          ? null
          : { pod: `${displaced.namespace}/${displaced.name}`, node: displaced.node },
    }))
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

/** Edits of one pod's manifest are not those of another. */
function forOthers({ pod, edits }: Question, key: string): readonly Edit[] {
  return key === pod ? edits : edits.filter((edit) => !isPodEdit(edit))
}

/** The profile with other weights; a plugin of weight 0 does not score. */
function withWeights(
  resolved: ResolvedProfile,
  weights: Readonly<Record<string, number>>,
): ResolvedProfile {
  if (Object.keys(weights).length === 0) return resolved
  const profiles = new Map(
    Array.from(resolved.profiles, ([name, profile]) => {
      const score = profile.score.flatMap(({ plugin, weight: usual }) => {
        const weight = (Object.hasOwn(weights, plugin.name) ? weights[plugin.name] : null) ?? usual
        return weight === 0 ? [] : [{ plugin, weight }]
      })
      return [name, { ...profile, score }] as const
    }),
  )
  return { ...resolved, profiles }
}
