import type { Decision } from '../../scheduler/decision.ts'
import type { FilterResult } from '../../scheduler/filter/filter-result.ts'
import { NodeRows } from '../../scheduler/framework/node-list.ts'
import { FITS as PASSES } from '../../scheduler/framework/status-table.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import { amountOf } from '../../snapshot/resources/resource-amounts.ts'
import { CPU, EPHEMERAL_STORAGE, MEMORY } from '../../snapshot/resources/resource-names.ts'

/** A filter in the profile's order, and what it says of the nodes. */
export interface FunnelStep {
  readonly plugin: string
  /** Nodes that it is the first to refuse. */
  readonly first: number
  /** Nodes that it refuses, whoever else does. */
  readonly says: number
  /** Nodes that no other filter refuses. */
  readonly alone: number
  /** Nodes left behind it. */
  readonly left: number
}

export interface ScorePlugin {
  readonly plugin: string
  readonly weight: number
  /** By node, after normalization; of nodes that are not feasible, 0. */
  readonly score: Int16Array
  readonly raw: Float64Array
}

/** Verdicts that are no index of a funnel step. */
export const FITS = 0
export const NOT_SEARCHED = 255
export const NOT_LOOKED_AT = 254
/** It rests on something that was not seen. */
export const UNKNOWN = 253

/** One row a node, in the scheduler's order. */
export interface Board {
  readonly names: readonly string[]
  /** 0 fits; k: refused by `funnel[k - 1]`. */
  readonly verdict: Uint8Array
  /** One bit for each funnel step that refuses the node. */
  readonly refusedBy: Uint32Array
  readonly total: Float64Array
  /** How much of what the pod asks for is free, 0 to 1: the scarcest resource counts. */
  readonly nearness: Float32Array
  /** Free of `scarcest`, in cores, bytes or pieces. */
  readonly free: Float64Array
  readonly scarcest: { readonly resource: string; readonly asked: number } | null
  /** One byte a node: it shares the best total with others. */
  readonly isTied: Uint8Array
  readonly hasVictim: Uint8Array
  readonly isCordoned: Uint8Array
  readonly chosen: number
  /** Rows of nodes by the value of a label, for each label that makes sensible groups. */
  readonly groupings: readonly Grouping[]
}

export interface Grouping {
  readonly label: string
  readonly values: readonly string[]
  /** By node: an index of `values`. */
  readonly of: Uint16Array
}

const MILLI = 1000

/** A decision in columns, as the page draws it. To be made before the next pod is decided. */
export function boardOf(
  decision: Decision,
  cluster: Cluster,
  groupings: readonly Grouping[],
): { readonly board: Board; readonly funnel: readonly FunnelStep[] } {
  const { names, count, unschedulable } = cluster.nodes
  const { filter, scores } = decision
  const verdict = new Uint8Array(count).fill(filter === null ? NOT_LOOKED_AT : FITS)
  const refusedBy = new Uint32Array(count)
  const funnel = filter === null ? [] : judge(filter, count, verdict, refusedBy)
  for (const node of decision.open?.nodes.at.subarray(0, decision.open.nodes.length) ?? []) {
    verdict[node] = UNKNOWN
  }
  const total = new Float64Array(count)
  const isTied = new Uint8Array(count)
  if (filter !== null && scores !== null) {
    const { feasible } = filter.search
    let best = Number.NEGATIVE_INFINITY
    for (let index = 0; index < feasible.length; index++) {
      const node = feasible.at[index]
      total[node] = scores.total[node]
      best = Math.max(best, total[node])
    }
    const tied = feasible.at.subarray(0, feasible.length).filter((node) => total[node] === best)
    if (tied.length > 1) for (const node of tied) isTied[node] = 1
  }
  const hasVictim = new Uint8Array(count)
  const winner = decision.preemption?.node ?? -1
  if (winner >= 0) hasVictim[winner] = 1
  const board = {
    names,
    verdict,
    refusedBy,
    total,
    ...nearnessOf(decision, cluster),
    isTied,
    hasVictim,
    isCordoned: unschedulable.slice(),
    chosen: decision.node,
    groupings,
  }
  return { board, funnel }
}

/** A funnel step that is being counted. */
interface Step {
  readonly plugin: string
  /** Its place in the profile; -1: PreFilter, which names the nodes worth looking at. */
  readonly rank: number
  first: number
  says: number
  alone: number
}

/** Fills what every filter says of every node, and counts it in the profile's order. */
function judge(
  filter: FilterResult,
  count: number,
  verdict: Uint8Array,
  refusedBy: Uint32Array,
): FunnelStep[] {
  const steps = askAll(filter, count, refusedBy)
  const stepOfRank = new Map(steps.map(({ rank }, index) => [rank, index]))
  const { statuses, search } = filter
  for (let node = 0; node < count; node++) {
    const id = filter.verdict[node]
    if (search.searched?.[node] === 0) verdict[node] = NOT_SEARCHED
    else if (id !== PASSES && !statuses.isUnknown(id)) {
      const index = stepOfRank.get(statuses.rank(id)) ?? 0
      verdict[node] = index + 1
      steps[index].first++
    }
    countRefusals(steps, refusedBy[node])
  }
  let left = count - search.notSearched
  return steps.map(({ rank: _, ...step }) => {
    left -= step.first
    return { ...step, left }
  })
}

/** Sets a bit for each filter that refuses a node, asked alone; a set has room for 32 of them. */
function askAll({ pass, statuses }: FilterResult, count: number, refusedBy: Uint32Array): Step[] {
  const rows = new NodeRows(count)
  let outside: Step | null = null
  for (let node = 0; node < count; node++) {
    if (!pass.isOutside(pass.verdict[node])) {
      rows.push(node)
      continue
    }
    outside ??= newStep(statuses.get(pass.verdict[node]).plugin, -1)
    refusedBy[node] = 1
  }
  const scratch = new Int32Array(count)
  const steps = outside === null ? [] : [outside]
  for (const { plugin, rank, filter } of pass.active()) {
    const bit = 1 << steps.length
    steps.push(newStep(plugin, rank))
    scratch.fill(PASSES)
    filter.filter(rows, scratch)
    for (let index = 0; index < rows.length; index++) {
      const node = rows.at[index]
      const id = scratch[node]
      if (id !== PASSES && !statuses.isUnknown(id)) refusedBy[node] |= bit
    }
  }
  return steps
}

function newStep(plugin: string, rank: number): Step {
  return { plugin, rank, first: 0, says: 0, alone: 0 }
}

function countRefusals(steps: readonly Step[], refusals: number): void {
  if (refusals === 0) return
  for (const [index, step] of steps.entries()) {
    const bit = (1 << index) >>> 0
    if ((refusals & bit) === 0) continue
    step.says++
    if (refusals === bit) step.alone++
  }
}

/** How near each node comes to what is asked for: the scarcest resource decides. */
function nearnessOf(
  { pod }: Decision,
  { nodes: { count }, pods }: Cluster,
): Pick<Board, 'nearness' | 'free' | 'scarcest'> {
  const nearness = new Float32Array(count).fill(1)
  const free = new Float64Array(count)
  const { request } = pod.signature
  const resources = [CPU, MEMORY, EPHEMERAL_STORAGE, ...request.scalars.keys()].filter(
    (resource) => amountOf(request, resource) > 0,
  )
  let scarcest: { resource: string; asked: number; short: number } | null = null
  for (const resource of resources) {
    const asked = amountOf(request, resource)
    const { allocatable, requested } = pods.column(resource)
    let short = 0
    for (let node = 0; node < count; node++) {
      const left = Math.max(0, allocatable[node] - requested[node])
      if (left < asked) short++
      nearness[node] = Math.min(nearness[node], left / asked)
    }
    if (scarcest === null || short > scarcest.short) scarcest = { resource, asked, short }
  }
  if (scarcest === null) return { nearness, free, scarcest: null }
  const { resource, asked } = scarcest
  const unit = resource === CPU ? MILLI : 1
  const { allocatable, requested } = pods.column(resource)
  for (let node = 0; node < count; node++) {
    free[node] = Math.max(0, allocatable[node] - requested[node]) / unit
  }
  return { nearness, free, scarcest: { resource, asked: asked / unit } }
}

/** Every active score plugin's points, best known by the page to add up with other weights. */
export function scoresOf({ filter, scores }: Decision, count: number): ScorePlugin[] {
  if (filter === null || scores === null) return []
  const { feasible } = filter.search
  return scores.columns
    .filter(({ skipped }) => !skipped)
    .map(({ plugin, weight, raw, score }) => {
      const points = { plugin, weight, score: new Int16Array(count), raw: new Float64Array(count) }
      for (let index = 0; index < feasible.length; index++) {
        const node = feasible.at[index]
        points.score[node] = score[node]
        points.raw[node] = raw[node]
      }
      return points
    })
}
