import type { CapacityRequest } from '../../../schemas/decisions/capacity-request.ts'
import { type Cause, rankCauses } from '../../explain/why/causes.ts'
import { nodeLike } from '../../explain/why/change-node.ts'
import { askEveryFilter, type NodeVerdict } from '../../explain/why/every-filter.ts'
import { err, ok, type Result } from '../../result.ts'
import type { Decision, Outcome } from '../../scheduler/decision.ts'
import type { Gap } from '../../scheduler/framework/gap.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { type Issue, type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import { type PodReference, referTo } from '../../snapshot/pods/pod-reference.ts'
import { type ReadOptions, readCluster } from '../../snapshot/read.ts'
import { decisionId } from '../decisions/decision-answer.ts'
import { cycleOptions } from '../decisions/run.ts'
import { withoutNode } from '../explanations/without-node.ts'
import { type ClusterReader, READ_ANEW } from '../reading/cluster-reader.ts'
import { describeInput } from '../reading/decision-input.ts'
import { checkFindings, type FindingsLimits } from '../reading/findings-limit.ts'
import { readMaterial } from '../reading/read-material.ts'
import { settlePods, withPlaces } from '../what-if/settle-pods.ts'
import { ClusterFiller } from './cluster-filler.ts'
import { type Addition, findAdditions } from './find-additions.ts'
import { describeUse, freeAmounts, namesAskedFor, type ResourceUse } from './resource-use.ts'

export interface CapacityContext {
  readonly digest: string
  readonly nodesMax: number
  /** Absent: as much as the process can do. */
  readonly limits?: FindingsLimits
  /** Pods of a mix. */
  readonly podsMax: number
  /** Absent: as the request brings it. */
  readonly clusters?: ClusterReader
}

/** How many more copies fit, what stops the next, and what it takes for more; see schemas/decisions/capacity-response.ts. */
export interface Capacity {
  readonly id: string
  readonly profile: string
  readonly fits: number
  readonly isMore: boolean
  readonly placements: readonly { readonly node: string; readonly pods: number }[]
  readonly stoppedBy: Stop | null
  readonly resources: readonly ResourceUse[]
  readonly additions: readonly Addition[] | null
  readonly input: ReturnType<ReturnType<typeof describeInput>>
}

interface Stop {
  readonly pod: PodReference
  readonly outcome: Outcome
  readonly message: string | null
  /** What an outcome `unknown` rests on. */
  readonly unknown?: readonly Gap[]
  readonly causes: readonly Cause[]
  readonly nodes: readonly NodeVerdict[]
}

/** Answers how many more copies of a mix of pods the cluster takes; wrong requests are told with places. */
export function capacity(
  request: CapacityRequest,
  { digest, nodesMax, podsMax, limits, clusters = READ_ANEW }: CapacityContext,
): Result<Capacity, readonly Issue[]> {
  const { options, max, wanted, templates, snapshot, manifests, edits, mix } = request
  const { validate } = options
  // Copies are other pods than those that edits know by these names.
  const copies = mix.map(({ pod }, index) => unplaced(pod, index))
  const given = { pods: copies, podAt: podOfMix }
  const brought = { ...given, manifests, edits, validate, createdFirst: true }
  const material = readMaterial({ snapshot, ...brought, podsMax, nodesMax })
  if (!material.ok) return material
  const { place, warnings, edited, patch } = material.value
  const daemon = material.value.pods.find(({ isDaemon }) => isDaemon)
  if (daemon !== undefined) return err([noCopies(daemon.path)])
  const profile = resolveProfile({ ...request, only: options.only, fixes: options.fixes })
  if (!profile.ok) return err(profile.error)
  const scheduler = profile.value
  const { accounting, notices } = scheduler
  const notEvaluated = [...scheduler.notEvaluated, ...material.value.notEvaluated]
  const { absentKinds, defaulting } = options
  const read = { accounting, absentKinds, defaulting, nodesMax }
  const wrong = templateIssues(templates, read)
  const filler = new ClusterFiller(request, scheduler)
  const pending = material.value.pods.filter(({ because }) => because !== 'given')
  const renamed = pending.length + mix.length
  const pods = material.value.pods.map(({ pod }, index) =>
    index < renamed ? pod : unplaced(pod, index - pending.length),
  )
  const found = clusters.readEditable({ snapshot, pods, patch }, read)
  if (!found.ok) return err([...found.error.map(place), ...wrong])
  if (wrong.length > 0) return err(wrong)
  const asked = { ...found.value, scheduler, explain: 'summary' } as const
  const tooExpensive = checkFindings(asked, limits)
  if (tooExpensive !== null) return err([place(tooExpensive)])
  const { cluster } = found.value
  const toPlace = found.value.pods.slice(pending.length)
  const ready = { ...found.value, pods: toPlace }
  const cycle = cycleOptions(options)
  const first = found.value.pods.slice(0, pending.length)
  const settled = settlePods(cluster, first, scheduler.profiles, cycle)
  const changed = edited === undefined ? undefined : withPlaces(edited, settled)
  const about = { notEvaluated, notices, warnings, edited: changed }
  const finishInput = describeInput({ digest, cluster, pods: toPlace, ...about })
  const before = freeAmounts(cluster, namesAskedFor(toPlace.map(({ pod }) => pod)))
  const empty = cluster.savepoint()
  const filled = filler.fill(ready, max)
  const capacityOfCluster = {
    id: decisionId(digest),
    profile: scheduler.name,
    fits: filled.fits,
    isMore: filled.stop === null,
    placements: [...filled.placed]
      .map(([row, count]) => ({ node: cluster.nodes.names[row] ?? '', pods: count }))
      .sort((a, b) => b.pods - a.pods || (a.node < b.node ? -1 : 1)),
    stoppedBy: filled.stop === null ? null : describeStop(filled.stop, cluster),
    resources: describeUse(before, freeAmounts(cluster, [...before.keys()])),
  }
  const input = finishInput()
  empty()
  const additions =
    wanted === undefined ? null : findAdditions({ filler, found: ready, request, wanted, filled })
  const told = filler.missed.with(input.notEvaluated)
  return ok({ ...capacityOfCluster, additions, input: { ...input, notEvaluated: told } })
}

/** What is wrong with templates, before any number of such nodes is said to help or not. */
function templateIssues(templates: CapacityRequest['templates'], options: ReadOptions): Issue[] {
  const nodes = templates.map(({ node }, index) =>
    nodeLike(node as JsonObject, `template-${index}`),
  )
  const found = readCluster({ snapshot: { nodes }, pods: [] }, { ...options, nodesMax: Infinity })
  return found.ok ? [] : found.error.map(placeInTemplates)
}

/** A copy that runs nowhere, under a name of its own. */
function unplaced(pod: unknown, index: number): unknown {
  if (!isObject(pod)) return pod // is refused by its reader
  const free = withoutNode(pod)
  const { metadata } = pod
  const name = nameOf(pod)
  if (!isObject(metadata) || name === '') return free
  return { ...free, metadata: { ...metadata, name: `${name}-mix-${index}` } }
}

function podOfMix(index: number): JsonPath {
  return ROOT.at('mix').at(index).at('pod')
}

function noCopies(path: JsonPath): Issue {
  const message = 'a DaemonSet has one pod on a node, and no copies'
  return { pointer: path.pointer, code: 'not-a-request', message }
}

/** The reader knows the nodes of templates as /snapshot/nodes/N. */
function placeInTemplates({ pointer, ...issue }: Issue): Issue {
  return { ...issue, pointer: pointer.replace(/^\/snapshot\/nodes\/(\d+)/, '/templates/$1/node') }
}

function describeStop(decision: Decision, { nodes }: Cluster): Stop {
  const { pod, outcome, message, filter, unknown } = decision
  const verdicts = filter === null ? [] : askEveryFilter(filter, decision, nodes)
  return {
    pod: referTo(pod),
    outcome,
    message: message === '' ? null : message,
    ...(unknown.length > 0 && { unknown }),
    causes: rankCauses(verdicts),
    nodes: verdicts,
  }
}
