import type { QueueRequest } from '../../schemas/around/queue-request.ts'
import { JudgingOptions } from '../../schemas/decisions/decision-request.ts'
import { viewDecision } from '../explain/view-decision.ts'
import { err, ok, type Result } from '../result.ts'
import { type QueueRules, queueRules } from '../scheduler/around/queue-rules.ts'
import { CLASSIC_EVENTS, hintsOf, type QueueingHint } from '../scheduler/around/queueing-hints.ts'
import { rejectingPlugins } from '../scheduler/around/rejecting-plugins.ts'
import {
  type QueueEntry,
  type ScheduleQueue,
  sortIntoQueue,
  type Waiting,
} from '../scheduler/around/schedule-queue.ts'
import { isWaiting, type KnownAttempts, readWaitingPod } from '../scheduler/around/waiting-pod.ts'
import { SchedulingCycle } from '../scheduler/cycle.ts'
import { type ResolvedProfile, resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../snapshot/cluster.ts'
import { type Issue, Issues, type JsonPath, ROOT } from '../snapshot/json/json-path.ts'
import { namespacedKey } from '../snapshot/json/raw-object.ts'
import { SnapshotReader, type SnapshotSink } from '../snapshot/json/snapshot-reader.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import type { PodToDecide } from '../snapshot/pods/pod-reader.ts'
import { referTo } from '../snapshot/pods/pod-reference.ts'
import { cycleOptions } from './decisions/run.ts'
import { type ClusterReader, READ_ANEW } from './reading/cluster-reader.ts'
import { checkFindings, type FindingsLimits } from './reading/findings-limit.ts'
import { checkPodCount } from './reading/pod-limit.ts'

export interface QueueContext {
  readonly digest: string
  readonly nodesMax: number
  /** Absent: as much as the process can do. */
  readonly limits?: FindingsLimits
  readonly podsMax: number
  /** Absent: as the request brings it. */
  readonly clusters?: ClusterReader
}

/** What was asked, read and found to be right. */
export interface QueueQuestion {
  readonly digest: string
  readonly scheduler: ResolvedProfile
  readonly cluster: Cluster
  readonly rules: QueueRules
  readonly queue: ScheduleQueue
  readonly skipped: readonly Pod[]
  /** Pods of other schedulers. */
  readonly others: readonly Pod[]
  readonly nowMs: number | null
}

/** Reads what POST /v1/queue is sent; all that is wrong is reported at once. */
export function readQueue(
  request: QueueRequest,
  { digest, nodesMax, podsMax, limits, clusters = READ_ANEW }: QueueContext,
): Result<QueueQuestion, readonly Issue[]> {
  const { snapshot, config } = request
  const profile = resolveProfile({ ...request, only: [], fixes: false })
  if (!profile.ok) return err(profile.error)
  const scheduler = profile.value
  const sources = waitingPods(snapshot, nodesMax)
  const objects = sources.map(({ value }) => value)
  const tooMany = checkPodCount(objects.length, podsMax)
  if (tooMany !== null) return err([tooMany])
  const { accounting } = scheduler
  const options = { ...request.options, accounting, nodesMax }
  const read = clusters.read({ snapshot, pods: objects }, options)
  if (!read.ok) return err(read.error.map((issue) => inSnapshot(issue, sources)))
  const { cluster, pods } = read.value
  const asked = { cluster, pods, scheduler, explain: 'summary' } as const
  const tooExpensive = checkFindings(asked, limits)
  if (tooExpensive !== null) return err([inSnapshot(tooExpensive, sources)])
  const unknown = unknownAttempts(request, objects)
  if (unknown.length > 0) return err(unknown)
  const rules = queueRules(scheduler.name, config)
  const nowMs = request.now === undefined ? null : Date.parse(request.now)
  const { mine, skipped, others } = part(pods, objects, scheduler, attemptsOf(request))
  const queue = sortIntoQueue(cluster, mine, rules, nowMs)
  return ok({ digest, scheduler, cluster, rules, queue, skipped, others, nowMs })
}

interface SourcedPod {
  readonly value: unknown
  readonly path: JsonPath
}

/** The pods of the snapshot that wait. What is wrong with it is told when it is read for good. */
function waitingPods(snapshot: unknown, nodesMax: number): SourcedPod[] {
  const pods: SourcedPod[] = []
  const sink: SnapshotSink = {
    markGiven: () => {},
    add: (kind, value, path) => {
      if (kind === 'pods' && isWaiting(value)) pods.push({ value, path })
    },
  }
  new SnapshotReader(sink, new Issues(), nodesMax).read(snapshot, ROOT.at('snapshot'))
  return pods
}

/** The pods were read as those to decide; the caller knows them as the snapshot's. */
function inSnapshot(issue: Issue, sources: readonly SourcedPod[]): Issue {
  const [, index, rest = ''] = /^\/pods\/(\d+)(\/.*)?$/.exec(issue.pointer) ?? []
  const source = index === undefined ? undefined : sources[Number(index)]
  return source === undefined ? issue : { ...issue, pointer: source.path.pointer + rest }
}

function keyOf(pod: string): string {
  return pod.includes('/') ? pod : `default/${pod}`
}

function unknownAttempts({ attempts }: QueueRequest, objects: readonly unknown[]): Issue[] {
  const known = new Set(objects.map(namespacedKey))
  const issues = new Issues()
  for (const [index, { pod }] of attempts.entries()) {
    if (known.has(keyOf(pod))) continue
    const message = `no pod ${keyOf(pod)} of the snapshot waits`
    issues.add(ROOT.at('attempts').at(index).at('pod'), 'not-a-request', message)
  }
  return issues.list
}

function attemptsOf({ attempts }: QueueRequest): Map<string, KnownAttempts> {
  return new Map(
    attempts.map(({ pod, unschedulable, errors, lastAttempt }) => {
      const lastAttemptMs = lastAttempt === undefined ? null : Date.parse(lastAttempt)
      return [keyOf(pod), { unschedulable, errors, lastAttemptMs }]
    }),
  )
}

function part(
  pods: readonly PodToDecide[],
  objects: readonly unknown[],
  { profiles }: ResolvedProfile,
  attempts: ReadonlyMap<string, KnownAttempts>,
) {
  const mine: Waiting[] = []
  const skipped: Pod[] = []
  const others: Pod[] = []
  for (const [index, { pod }] of pods.entries()) {
    const object = objects[index]
    if (!profiles.has(pod.signature.schedulerName)) others.push(pod)
    else if (pod.signature.terminating) skipped.push(pod)
    else {
      const known = attempts.get(namespacedKey(object)) ?? null
      mine.push({ pod, waiting: readWaitingPod(object), attempts: known })
    }
  }
  return { mine, skipped, others }
}

/** The answer as text; pods that found no node are tried one by one, none on top of another. */
export async function* queueParts(question: QueueQuestion): AsyncGenerator<string, void, void> {
  const { digest, scheduler, rules, queue, skipped, others, cluster } = question
  const head = {
    id: `q-${digest.slice('sha256:'.length).slice(0, 32)}`,
    profile: scheduler.name,
    rules: viewRules(rules),
    active: queue.active.map((entry) => ({ ...viewPlace(entry), tied: entry.isTied })),
    backingOff: queue.backingOff.map((entry) => ({ ...viewPlace(entry), ...viewBackOff(entry) })),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"unschedulable":[`
  const tail = {
    gated: queue.gated.map((entry) => viewGated(entry, rules)),
    skipped: skipped.map((pod) => ({ pod: referTo(pod), because: 'it is being deleted' })),
    notResponsible: viewOthers(others),
  }
  const nodes = cluster.nodes.count
  const pods = cluster.pods.podCount.reduce((sum, count) => sum + count, 0)
  let separator = ''
  for (const view of tryAll(question)) {
    yield separator + JSON.stringify(view)
    separator = ','
  }
  const notEvaluated = [...scheduler.notEvaluated, ...cluster.notEvaluated()]
  const input = { digest, nodes, pods, notEvaluated }
  yield `],${JSON.stringify({ ...tail, input }).slice(1)}`
}

function* tryAll({ scheduler, cluster, rules, queue, nowMs }: QueueQuestion) {
  const now = nowMs === null ? undefined : new Date(nowMs).toISOString()
  const options = cycleOptions(JudgingOptions.parse({ preemption: false, now }))
  const cycle = new SchedulingCycle(cluster, scheduler.profiles, options)
  for (const entry of queue.unschedulable) {
    const decided = cycle.decide(entry.pod)
    const plugins = rejectingPlugins(decided)
    const decision = viewDecision(decided, cluster.nodes, 'summary', nowMs)
    const flushMs =
      rules.flushMs === null || entry.sinceMs === null ? null : entry.sinceMs + rules.flushMs
    yield {
      ...viewPlace(entry),
      ...viewBackOff(entry),
      outcome: decision.outcome,
      node: decision.node,
      plugins,
      ...(decision.unknown !== undefined && { unknown: decision.unknown }),
      wakes: wakesOf(plugins, rules),
      flushedAt: inText(flushMs),
    }
  }
}

interface WakeView extends QueueingHint {
  readonly plugin: string | null
}

function wakesOf(plugins: readonly string[], { minor, byPriority }: QueueRules): WakeView[] {
  if (minor !== null) {
    return plugins.flatMap((plugin) => hintsOf(plugin, minor).map((one) => ({ plugin, ...one })))
  }
  // The queue of 1.10 waits for nothing but the back-off.
  return byPriority ? CLASSIC_EVENTS.map((one) => ({ plugin: null, ...one })) : []
}

function viewRules(rules: QueueRules) {
  const byTime = rules.byPriority ? 'priority, then time' : 'time'
  return {
    sort: rules.byTime ? byTime : 'priority',
    initialBackOffSeconds: rules.initialBackOffMs / 1000,
    maxBackOffSeconds: rules.maxBackOffMs / 1000,
    popsFromBackOff: rules.popsFromBackOff,
    flushSeconds: rules.flushMs === null ? null : rules.flushMs / 1000,
  }
}

function viewPlace({ pod, priority, sinceMs }: QueueEntry) {
  return { pod: referTo(pod), priority, since: inText(sinceMs) }
}

function viewBackOff({ failures, isAssumed, backOffMs, backOffEndMs }: QueueEntry) {
  const backOffUntil = inText(backOffEndMs)
  return { failures, assumed: isAssumed, backOffSeconds: backOffMs / 1000, backOffUntil }
}

function viewGated(entry: QueueEntry, rules: QueueRules) {
  const wakes = wakesOf(['SchedulingGates'], rules)
  return { ...viewPlace(entry), gates: entry.waiting.gates, wakes }
}

function viewOthers(pods: readonly Pod[]) {
  const byName = new Map<string, Pod[]>()
  for (const pod of pods) {
    const { schedulerName } = pod.signature
    const known = byName.get(schedulerName)
    if (known === undefined) byName.set(schedulerName, [pod])
    else known.push(pod)
  }
  return [...byName].map(([schedulerName, own]) => ({ schedulerName, pods: own.map(referTo) }))
}

function inText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
