import type { CapacityRequest } from '../../schemas/decisions/capacity-request.ts'
import { type Cause, rankCauses } from '../explain/why/causes.ts'
import { nodeLike } from '../explain/why/change-node.ts'
import { askEveryFilter, type NodeVerdict } from '../explain/why/every-filter.ts'
import { err, ok, type Result } from '../result.ts'
import { SchedulingCycle } from '../scheduler/cycle.ts'
import type { Decision, Outcome } from '../scheduler/decision.ts'
import type { Gap } from '../scheduler/framework/gap.ts'
import { type ResolvedProfile, resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../snapshot/cluster.ts'
import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { type Issue, type JsonPath, ROOT } from '../snapshot/json/json-path.ts'
import { nameOf } from '../snapshot/json/raw-object.ts'
import type { NotEvaluated } from '../snapshot/not-evaluated.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { type PodReference, referTo } from '../snapshot/pods/pod-reference.ts'
import {
  type EditableCluster,
  type ReadOptions,
  readCluster,
  readEditableCluster,
} from '../snapshot/read.ts'
import { amountOf } from '../snapshot/resources/resource-amounts.ts'
import { CPU, EPHEMERAL_STORAGE, MEMORY } from '../snapshot/resources/resource-names.ts'
import { decisionId } from './decisions/decision-answer.ts'
import { cycleOptions } from './decisions/run.ts'
import { withoutNode } from './explanations/without-node.ts'
import { describeInput } from './reading/decision-input.ts'
import { checkFindings, type FindingsLimits } from './reading/findings-limit.ts'
import { readMaterial } from './reading/read-material.ts'
import { settlePods, withPlaces } from './what-if/settle-pods.ts'

export interface CapacityContext {
  readonly digest: string
  readonly nodesMax: number
  /** Absent: as much as the process can do. */
  readonly limits?: FindingsLimits
  /** Pods of a mix. */
  readonly podsMax: number
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

interface ResourceUse {
  readonly resource: string
  readonly allocatable: number
  readonly freeBefore: number
  readonly placed: number
  readonly stranded: number
}

interface Addition {
  readonly template: string
  readonly nodes: number | null
  readonly price: number | null
}

interface Filled {
  readonly fits: number
  readonly stop: Decision | null
  readonly placed: ReadonlyMap<number, number>
}

/** Nodes of one template that are tried at most. */
const ADDED_NODES_MAX = 1000

/** Answers how many more copies of a mix of pods the cluster takes; wrong requests are told with places. */
export function capacity(
  request: CapacityRequest,
  { digest, nodesMax, podsMax, limits }: CapacityContext,
): Result<Capacity, readonly Issue[]> {
  const { options, max, wanted, templates, snapshot, manifests, edits, mix } = request
  const { validate } = options
  const given = { pods: mix.map(({ pod }) => pod), podAt: podOfMix }
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
  const pods = material.value.pods.map(({ pod }, index) =>
    // The schema says that it is an object.
    index < pending.length ? pod : unplaced(pod as JsonObject, index - pending.length),
  )
  const found = readEditableCluster({ snapshot, pods, patch }, read)
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
  const told = [...input.notEvaluated, ...filler.missedBeside(input.notEvaluated)]
  return ok({ ...capacityOfCluster, additions, input: { ...input, notEvaluated: told } })
}

interface Wanted {
  readonly filler: ClusterFiller
  readonly request: CapacityRequest
  readonly wanted: number
  /** The cluster as it is, and what came of filling it up to `max`. */
  readonly found: EditableCluster
  readonly filled: Filled
}

function findAdditions({ filler, request, wanted, found, filled }: Wanted): Addition[] {
  const { fits, stop } = filled
  // Where `max` ended the count nobody knows yet.
  const isEnough = fits >= wanted || (stop === null && filler.takes(found, wanted, []) === 'yes')
  return request.templates
    .map((one) => describeAddition(one, isEnough ? 0 : filler.nodesFor(found, one.node, wanted)))
    .sort(cheapestFirst)
}

/** What is wrong with templates, before any number of such nodes is said to help or not. */
function templateIssues(templates: CapacityRequest['templates'], options: ReadOptions): Issue[] {
  const nodes = templates.map(({ node }, index) =>
    nodeLike(node as JsonObject, `template-${index}`),
  )
  const found = readCluster({ snapshot: { nodes }, pods: [] }, { ...options, nodesMax: Infinity })
  return found.ok ? [] : found.error.map(placeInTemplates)
}

/** A cluster and the pods of a mix. */
/** Fills a cluster with a mix, as often as is wanted, with nodes added or without. */
class ClusterFiller {
  private readonly request: CapacityRequest
  private readonly scheduler: ResolvedProfile
  /** By what is meant: what was missed on clusters with more nodes. */
  private readonly missed = new Map<string, NotEvaluated>()

  constructor(request: CapacityRequest, scheduler: ResolvedProfile) {
    this.request = request
    this.scheduler = scheduler
  }

  fill({ cluster, pods }: EditableCluster, max: number): Filled {
    const { mix, options } = this.request
    // Whom a pod would displace is another question.
    const cycleRules = { ...cycleOptions(options), preemption: false }
    const cycle = new SchedulingCycle(cluster, this.scheduler.profiles, cycleRules)
    const placed = new Map<number, number>()
    let copies = 0
    for (let fits = 0; fits < max; fits++) {
      for (const [index, { pod }] of pods.entries()) {
        for (let copy = 0; copy < (mix[index]?.count ?? 1); copy++) {
          const decision = cycle.decide(copyOf(pod, copies++))
          if (decision.outcome !== 'scheduled') return { fits, stop: decision, placed }
          cycle.assume(decision)
          placed.set(decision.node, (placed.get(decision.node) ?? 0) + 1)
        }
      }
    }
    return { fits: max, stop: null, placed }
  }

  /** Whether so many copies fit with these nodes added. */
  takes(
    found: EditableCluster,
    wanted: number,
    nodes: readonly JsonObject[],
  ): 'yes' | 'no' | 'unknown' {
    const undo = found.cluster.savepoint()
    const edited = found.editor.apply({ path: ROOT.at('templates'), put: { nodes } })
    const { fits, stop } = edited.ok ? this.fill(found, wanted) : { fits: 0, stop: null }
    // What the savepoint would forget still decides the answer.
    for (const one of found.cluster.notEvaluated()) this.missed.set(meantBy(one), one)
    undo()
    if (fits >= wanted) return 'yes'
    return stop?.outcome === 'unknown' ? 'unknown' : 'no'
  }

  /** Beside what is told already. */
  missedBeside(told: readonly NotEvaluated[]): NotEvaluated[] {
    const known = new Set(told.map(meantBy))
    return [...this.missed].filter(([key]) => !known.has(key)).map(([, one]) => one)
  }

  /** The fewest nodes of a template with which `wanted` copies fit; null when a thousand do not do. */
  nodesFor(found: EditableCluster, template: unknown, wanted: number): number | null {
    const added = newNodes(template as JsonObject, found.cluster.nodes.rowOf) // as the schema says
    const fitsWith = (count: number) => this.takes(found, wanted, added.slice(0, count))
    let enough = 1
    for (let answer = fitsWith(enough); answer !== 'yes'; answer = fitsWith(enough)) {
      // More nodes tell no more of what was not seen.
      if (enough === ADDED_NODES_MAX || answer === 'unknown') return null
      enough = Math.min(ADDED_NODES_MAX, enough * 2)
    }
    let tooFew = Math.floor(enough / 2)
    while (enough - tooFew > 1) {
      const middle = Math.floor((enough + tooFew) / 2)
      if (fitsWith(middle) === 'yes') enough = middle
      else tooFew = middle
    }
    return enough
  }
}

function meantBy({ what, object = '' }: NotEvaluated): string {
  return `${what} ${object}`
}

/** As many nodes as are tried, under names that no node of the snapshot has. */
function newNodes(template: JsonObject, taken: ReadonlyMap<string, number>): JsonObject[] {
  const nodes: JsonObject[] = []
  for (let index = 1; nodes.length < ADDED_NODES_MAX; index++) {
    const name = `${templateName(template)}-new-${index}`
    if (!taken.has(name)) nodes.push(nodeLike(template, name))
  }
  return nodes
}

/** A copy that runs nowhere, under a name of its own. */
function unplaced(pod: JsonObject, index: number): JsonObject {
  const free = withoutNode(pod)
  const { metadata } = pod
  const name = nameOf(pod)
  if (!isObject(metadata) || name === '') return free
  return { ...free, metadata: { ...metadata, name: `${name}-mix-${index}` } }
}

function copyOf(pod: Pod, index: number): Pod {
  return { ...pod, name: `${pod.name}-${index}`, index: pod.index + index }
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

interface Free {
  readonly allocatable: number
  readonly free: number
}

function namesAskedFor(pods: readonly Pod[]): string[] {
  const names = new Set<string>()
  for (const { signature } of pods) {
    const { request } = signature
    for (const name of [CPU, MEMORY, EPHEMERAL_STORAGE, ...request.scalars.keys()]) {
      if (amountOf(request, name) > 0) names.add(name)
    }
  }
  return [...names]
}

function freeAmounts({ pods, nodes }: Cluster, names: readonly string[]): Map<string, Free> {
  return new Map(
    names.map((name) => {
      const { allocatable, requested } = pods.column(name)
      let [all, free] = [0, 0]
      for (let row = 0; row < nodes.count; row++) {
        all += allocatable[row] ?? 0
        free += Math.max(0, (allocatable[row] ?? 0) - (requested[row] ?? 0))
      }
      return [name, { allocatable: all, free }]
    }),
  )
}

function describeUse(
  before: ReadonlyMap<string, Free>,
  after: ReadonlyMap<string, Free>,
): ResourceUse[] {
  return [...before].map(([resource, { allocatable, free }]) => {
    const stranded = after.get(resource)?.free ?? 0
    return { resource, allocatable, freeBefore: free, placed: free - stranded, stranded }
  })
}

function describeAddition(
  { node, price }: CapacityRequest['templates'][number],
  nodes: number | null,
): Addition {
  const total = price === undefined || nodes === null ? null : price * nodes
  return { template: templateName(node), nodes, price: total }
}

function templateName(node: unknown): string {
  const { metadata } = node as { metadata?: { name?: unknown } } // the schema has seen an object
  return typeof metadata?.name === 'string' ? metadata.name : 'node'
}

function cheapestFirst(a: Addition, b: Addition): number {
  const never = Number.POSITIVE_INFINITY
  if (a.nodes === null || b.nodes === null) return (a.nodes ?? never) - (b.nodes ?? never)
  return (a.price ?? never) - (b.price ?? never) || a.nodes - b.nodes
}
