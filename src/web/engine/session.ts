import { boardOf, type Grouping, scoresOf } from '../../explain/board/board.ts'
import { groupingsOf, labelsOf } from '../../explain/board/groupings.ts'
import { type NodeSheet, sheetOf } from '../../explain/board/node-sheet.ts'
import { viewDecision } from '../../explain/view-decision.ts'
import { rankCauses } from '../../explain/why/causes.ts'
import { askEveryFilter } from '../../explain/why/every-filter.ts'
import { runnersUp } from '../../explain/why/runners-up.ts'
import { err, ok, type Result } from '../../result.ts'
import { type CycleOptions, SchedulingCycle } from '../../scheduler/cycle.ts'
import {
  PROFILE_NAMES,
  type ResolvedProfile,
  resolveProfile,
} from '../../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { type ReadOptions, readCluster } from '../../snapshot/read.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { findHelp, podsOn } from '../../use-cases/find-help.ts'
import { ChangeTrials } from '../../use-cases/try-changes.ts'
import type { Answer, Edit, Help, PodOutcome, Question } from '../protocol.ts'
import { editObjects, editPod, isPodEdit } from './apply-edits.ts'
import { headlineOf, inAFewWords } from './headline.ts'
import type { Objects, OpenedCluster } from './opened-cluster.ts'
import { requestFactsOf } from './request-facts.ts'

/** As POST /v1/decisions decides when no option is given. */
const CYCLE: CycleOptions = {
  tieBreak: { kind: 'upstream' },
  preemption: true,
  startIndex: 0,
  roundRobin: 0,
  nowMs: null,
}
/** Clusters that are kept ready: with other edits, or read as another release reads. */
const KEPT_MAX = 3
const RUNGS_MAX = 8

type Lines = readonly string[]

/** A cluster that was read, with the pods that can be decided on it. */
interface Ready {
  readonly key: string
  readonly objects: Objects
  readonly cluster: Cluster
  readonly pods: ReadonlyMap<string, PodToDecide>
  readonly groupings: readonly Grouping[]
  readonly readMs: number
}

interface Asked {
  readonly ready: Ready
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
  private readonly kept: Ready[] = []

  constructor(opened: OpenedCluster, now: () => number) {
    this.opened = opened
    this.now = now
  }

  static readonly profiles: readonly string[] = PROFILE_NAMES

  /** What is wrong with the objects, by name; null when they can be judged. */
  check(): Lines | null {
    const [pod = ''] = this.opened.pending
    const resolved = resolveProfile({ only: [], fixes: false })
    if (!resolved.ok) return resolved.issues.map(({ message }) => message)
    const ready = this.ready({ pod, edits: [] }, resolved.resolved, null)
    return ready.ok ? null : ready.error
  }

  answer(question: Question): Result<Answer, Lines> {
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
      preemption: view.preemption,
      unknown: decision.unknown,
      requests: requestFactsOf(
        pod.pod,
        object,
        this.opened.podToPlace(question.pod) ?? object,
        cluster,
      ),
      notEvaluated: [...scheduler.notEvaluated, ...cluster.notEvaluated()],
      readMs: ready.readMs,
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
    const trials = new ChangeTrials({ snapshot, pod: object, scheduler, cycle: CYCLE, read })
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
    if (!resolved.ok) return err(resolved.issues.map(({ message }) => message))
    const scheduler = withWeights(resolved.resolved, question.weights)
    const given = this.opened.podToPlace(question.pod)
    if (given === null) return err([`There is no pod ${question.pod} in these files`])
    const object = editPod(given, question.edits)
    const ready = this.ready(question, scheduler, object)
    if (!ready.ok) return ready
    const pod = ready.value.pods.get(question.pod)
    if (pod === undefined) return err([`The pod ${question.pod} could not be read`])
    const { cluster } = ready.value
    const cycle = new SchedulingCycle(cluster, scheduler.profiles, CYCLE)
    return ok({ ready: ready.value, scheduler, pod, object, cycle })
  }

  private ready(
    { pod, edits }: Pick<Question, 'pod' | 'edits'>,
    scheduler: ResolvedProfile,
    object: JsonObject | null,
  ): Result<Ready, Lines> {
    const ofPod = edits.filter(isPodEdit)
    const ofCluster = edits.filter((edit) => !isPodEdit(edit))
    const isWaiting = object === null || this.opened.pending.includes(pod)
    const own = ofPod.length > 0 || !isWaiting ? [pod, ofPod] : null
    const key = JSON.stringify([scheduler.accounting, ofCluster, own])
    const known = this.kept.find((one) => one.key === key)
    if (known !== undefined) return ok(known)
    const startMs = this.now()
    const objects = editObjects(this.opened.objects, ofCluster)
    const keys = isWaiting ? this.opened.pending : [...this.opened.pending, pod]
    const pods = keys.map((one) =>
      one === pod && object !== null ? object : this.opened.podToPlace(one),
    )
    const snapshot = Object.fromEntries(objects)
    const read = readCluster({ snapshot, pods }, this.readOptions(scheduler))
    if (!read.ok) return err(read.issues.map((issue) => describe(issue, objects, keys)))
    const { cluster } = read
    const ready: Ready = {
      key,
      objects,
      cluster,
      pods: new Map(read.pods.map((one, index) => [keys[index] ?? '', one])),
      groupings: groupingsOf(cluster.nodes, objects.get('nodes') ?? []),
      readMs: this.now() - startMs,
    }
    this.kept.unshift(ready)
    this.kept.splice(KEPT_MAX)
    return ok(ready)
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

/** Pointers of the reader begin at its request: /snapshot/nodes/0/..., /pods/0/... */
function describe({ pointer, message }: Issue, objects: Objects, pods: readonly string[]): string {
  const [, list, ...path] = pointer.split('/')
  if (list === 'pods') return `Pod ${pods[Number(path[0])]}, ${path.slice(1).join('/')}: ${message}`
  const [kind = '', index = '', ...below] = path
  const object = objects.get(kind as SnapshotResource)?.[Number(index)] // any other text finds nothing
  return `${kind} ${nameOf(object)}, ${below.join('/')}: ${message}`
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
