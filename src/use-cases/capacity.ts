import type { CapacityRequest } from '../../schemas/capacity-request.ts'
import { type Cause, rankCauses } from '../explain/why/causes.ts'
import { nodeLike } from '../explain/why/change-node.ts'
import { askEveryFilter, type NodeVerdict } from '../explain/why/every-filter.ts'
import { err, ok, type Result } from '../result.ts'
import { SchedulingCycle } from '../scheduler/cycle.ts'
import type { Decision, Outcome } from '../scheduler/decision.ts'
import { type ResolvedProfile, resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import type { Cluster, Pod } from '../snapshot/cluster.ts'
import type { JsonObject } from '../snapshot/json/fields.ts'
import { type Issue, ROOT } from '../snapshot/json/json-path.ts'
import type { SnapshotPatch } from '../snapshot/patch.ts'
import { type PodReference, referTo } from '../snapshot/pods/pod-reference.ts'
import { type ReadOptions, readCluster } from '../snapshot/read.ts'
import { amountOf } from '../snapshot/resources/pod-resources.ts'
import { CPU, EPHEMERAL_STORAGE, MEMORY } from '../snapshot/resources/resource-names.ts'
import { decisionId } from './decision-answer.ts'
import { describeInput } from './decision-input.ts'
import { cycleOptions } from './run.ts'

export interface CapacityContext {
  readonly digest: string
  readonly nodesMax: number
}

/** How many more copies fit, what stops the next, and what it takes for more; see schemas/capacity-response.ts. */
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

/** Pods of the last rounds differ only by name, so that none is read twice. */
interface Filled {
  readonly cluster: Cluster
  readonly fits: number
  readonly stop: Decision | null
  readonly placed: ReadonlyMap<number, number>
}

/** Nodes of one template that are tried at most. */
const ADDED_NODES_MAX = 1000

/** Answers how many more copies of a mix of pods the cluster takes; wrong requests are told with places. */
export function capacity(
  request: CapacityRequest,
  { digest, nodesMax }: CapacityContext,
): Result<Capacity, readonly Issue[]> {
  const { options, max, wanted, templates } = request
  const profile = resolveProfile({ ...request, only: options.only, fixes: options.fixes })
  if (!profile.ok) return err(profile.issues)
  const scheduler = profile.resolved
  const { accounting, notices, notEvaluated } = scheduler
  const read = { accounting, defaulting: options.defaulting, nodesMax }
  const filler = new ClusterFiller(request, scheduler, read)
  const found = filler.read()
  if (!found.ok) return err(found.issues.map(placeInMix))
  const { cluster, pods } = found
  const finishInput = describeInput({ digest, cluster, pods, notEvaluated, notices })
  const before = freeAmounts(cluster, namesAskedFor(pods.map(({ pod }) => pod)))
  const filled = filler.fill(found, max)
  const additions = templates.map((one) => {
    const isEnough = filled.fits >= (wanted ?? 0)
    return describeAddition(one, isEnough ? 0 : filler.nodesFor(one.node, wanted ?? 0))
  })
  return ok({
    id: decisionId(digest),
    profile: scheduler.name,
    fits: filled.fits,
    isMore: filled.stop === null,
    placements: [...filled.placed]
      .map(([row, count]) => ({ node: cluster.nodes.names[row] ?? '', pods: count }))
      .sort((a, b) => b.pods - a.pods || (a.node < b.node ? -1 : 1)),
    stoppedBy: filled.stop === null ? null : describeStop(filled.stop, cluster),
    resources: describeUse(before, freeAmounts(cluster, [...before.keys()])),
    additions: wanted === undefined ? null : additions.sort(cheapestFirst),
    input: finishInput(),
  })
}

/** Fills a cluster with a mix, as often as is wanted, with nodes added or without. */
class ClusterFiller {
  private readonly request: CapacityRequest
  private readonly scheduler: ResolvedProfile
  private readonly options: ReadOptions

  constructor(request: CapacityRequest, scheduler: ResolvedProfile, options: ReadOptions) {
    this.request = request
    this.scheduler = scheduler
    this.options = options
  }

  read(patch?: SnapshotPatch) {
    const { snapshot, mix } = this.request
    const pods = mix.map(({ pod }, index) => unplaced(pod as JsonObject, index)) // as the schema says
    return readCluster({ snapshot, pods, patch }, this.options)
  }

  fill(found: Extract<ReturnType<ClusterFiller['read']>, { ok: true }>, max: number): Filled {
    const { cluster, pods } = found
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
          if (decision.outcome !== 'scheduled') return { cluster, fits, stop: decision, placed }
          cycle.assume(decision)
          placed.set(decision.node, (placed.get(decision.node) ?? 0) + 1)
        }
      }
    }
    return { cluster, fits: max, stop: null, placed }
  }

  /** The fewest nodes of a template with which `wanted` copies fit; null when a thousand do not do. */
  nodesFor(template: unknown, wanted: number): number | null {
    const fitsWith = (count: number) => {
      const nodes = Array.from({ length: count }, (_, index) =>
        nodeLike(template as JsonObject, `${templateName(template)}-new-${index + 1}`),
      )
      const found = this.read({ path: ROOT.at('templates'), put: { nodes } })
      return found.ok && this.fill(found, wanted).fits >= wanted
    }
    let enough = 1
    while (!fitsWith(enough)) {
      if (enough === ADDED_NODES_MAX) return null
      enough = Math.min(ADDED_NODES_MAX, enough * 2)
    }
    let tooFew = Math.floor(enough / 2)
    while (enough - tooFew > 1) {
      const middle = Math.floor((enough + tooFew) / 2)
      if (fitsWith(middle)) enough = middle
      else tooFew = middle
    }
    return enough
  }
}

/** A copy that runs nowhere, under a name of its own. */
function unplaced(pod: JsonObject, index: number): JsonObject {
  const metadata = (pod['metadata'] ?? {}) as JsonObject // read as one a moment later
  const spec = (pod['spec'] ?? {}) as JsonObject // likewise
  const { nodeName: _, ...rest } = spec
  const name = typeof metadata['name'] === 'string' ? metadata['name'] : ''
  const named = name === '' ? metadata : { ...metadata, name: `${name}-mix-${index}` }
  return { ...pod, metadata: named, spec: rest, status: {} }
}

function copyOf(pod: Pod, index: number): Pod {
  return { ...pod, name: `${pod.name}-${index}`, index: pod.index + index }
}

/** The reader knows the pods of a mix as /pods/N. */
function placeInMix({ pointer, ...issue }: Issue): Issue {
  return { ...issue, pointer: pointer.replace(/^\/pods\/(\d+)/, '/mix/$1/pod') }
}

function describeStop(decision: Decision, { nodes }: Cluster): Stop {
  const { pod, outcome, message, filter } = decision
  const verdicts = filter === null ? [] : askEveryFilter(filter, nodes)
  return {
    pod: referTo(pod),
    outcome,
    message: message === '' ? null : message,
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
