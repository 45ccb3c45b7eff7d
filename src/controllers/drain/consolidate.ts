import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { CPU, MEMORY } from '../../snapshot/resources/resource-names.ts'
import type { DrainPlan } from './plan-drain.ts'

/** Rows in the order in which it costs least to empty them: the smallest share in use first. */
export function leastLoadedFirst(cluster: Cluster, rows: readonly number[]): number[] {
  const load = new Map(rows.map((row) => [row, loadOf(cluster, row)]))
  const podsOn = (row: number) => cluster.pods.onNode[row].length
  return [...rows].sort((a, b) => {
    return (load.get(a) ?? 0) - (load.get(b) ?? 0) || podsOn(a) - podsOn(b) || a - b
  })
}

function loadOf({ pods }: Cluster, row: number): number {
  const shares = [CPU, MEMORY].map((name) => {
    const { allocatable, requested } = pods.column(name)
    return allocatable[row] > 0 ? requested[row] / allocatable[row] : 0
  })
  return Math.max(...shares)
}

/** Nodes that the plan does not leave empty, or only at the cost of a pod without a node, and why. */
function failingNodes({ waves, refused, stuck }: DrainPlan): Map<number, string> {
  const failing = new Map<number, string>()
  const fail = (node: number, pod: Pod, because: string) => {
    const { namespace } = pod.signature
    if (!failing.has(node)) failing.set(node, `${namespace}/${pod.name}: ${because}`)
  }
  for (const { node, pod, because } of refused) fail(node, pod, because)
  for (const { node, pod, refusal } of stuck) fail(node, pod, refusal.message)
  for (const { moves, refills } of waves) {
    for (const { from, pod, to, notJudged } of moves) {
      if (notJudged !== null) fail(from, pod, notJudged)
      if (to === null || to.outcome === 'scheduled') continue
      fail(from, pod, to.because[0]?.text ?? to.message)
    }
    for (const { pod, node } of refills) fail(node, pod, 'tolerates the cordon and comes to it')
  }
  return failing
}

/** Tries after which every failing node is given up at once. */
const PATIENT_TRIES = 8
/** Tries to empty one more node than was found at first. */
const GROWING_TRIES = 16
/** Pods decided in all tries, after which what was found is enough. */
const MOVES_ENOUGH = 30_000

/** Why a node is kept that was not tried alone. */
const NEEDED = 'it is needed for the pods of the others'

export interface EmptiedNodes {
  /** In the order in which they are drained. */
  readonly rows: readonly number[]
  /** null: no node can be emptied. */
  readonly plan: DrainPlan | null
  readonly tries: number
  /** By row of a candidate that is kept: why. */
  readonly kept: ReadonlyMap<number, string>
}

/**
 * Looks for many nodes that can be emptied together. All candidates are tried at once; of those whose
 * pods find no node the most loaded half is kept, to take the pods of the others, until a try goes
 * through as a whole. Then those that were kept are tried once more, one by one. Whatever comes out was
 * planned from the first pod to the last; that no other choice empties more is not proved.
 */
export function* chooseNodes(
  candidates: readonly number[],
  attempt: (rows: readonly number[], explains: boolean) => Generator<void, DrainPlan, void>,
): Generator<void, EmptiedNodes, void> {
  const place = new Map(candidates.map((row, index) => [row, index]))
  const inOrder = (rows: Iterable<number>) =>
    [...rows].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
  let rows = [...candidates]
  let plan: DrainPlan | null = null
  const kept = new Map<number, string>()
  let tries = 0
  let moves = 0
  while (rows.length > 0 && plan === null) {
    // Of a try that fails only the nodes are of use, and one that goes through leaves no pod to explain.
    const tried: DrainPlan = yield* attempt(rows, false)
    const failing = inOrder(failingNodes(tried).keys())
    tries++
    moves += countMoves(tried)
    if (failing.length === 0) plan = tried
    else {
      const from = tries > PATIENT_TRIES ? 0 : Math.floor(failing.length / 2)
      const given = new Set(failing.slice(from))
      rows = rows.filter((row) => !given.has(row))
      for (const row of given) kept.set(row, NEEDED)
    }
  }
  for (const row of inOrder(kept.keys()).slice(0, GROWING_TRIES)) {
    if (moves > MOVES_ENOUGH) break
    const more = inOrder([...rows, row])
    const tried = yield* attempt(more, true)
    tries++
    moves += countMoves(tried)
    const [first] = failingNodes(tried).values()
    if (first !== undefined) {
      kept.set(row, `if it is emptied too, ${first}`)
      continue
    }
    kept.delete(row)
    rows = more
    plan = tried
  }
  return { rows, plan, tries, kept }
}

function countMoves({ waves }: DrainPlan): number {
  return waves.reduce((sum, { moves }) => sum + moves.length, 0)
}

/**
 * As many nodes as must hold the pods that can move, whatever the plan: of cpu, memory and pod slots
 * the sums have to fit into the nodes with the most room. `stays` take theirs where they are.
 */
export function nodesNeededAtLeast(cluster: Cluster, stays: ReadonlySet<Pod>): number {
  const { pods, nodes } = cluster
  const needs = [0, 0, 0]
  const room: number[][] = [[], [], []]
  for (let row = 0; row < nodes.count; row++) {
    const [staying, moving] = [
      [0, 0, 0],
      [0, 0, 0],
    ]
    for (const pod of pods.onNode[row]) {
      const { cpuMilli, memoryBytes } = pod.signature.taken
      const sums = stays.has(pod) ? staying : moving
      for (const [at, amount] of [cpuMilli, memoryBytes, 1].entries()) sums[at] += amount
    }
    const all = [nodes.cpuMilli[row], nodes.memoryBytes[row], nodes.podsMax[row]]
    for (const [at, amount] of all.entries()) {
      needs[at] += moving[at]
      // What runs on a node has room there, even where it should not.
      room[at].push(Math.max(amount - staying[at], moving[at]))
    }
  }
  return Math.max(...needs.map((need, at) => countLargest(room[at], need)))
}

/** How many of the largest it takes to make up the sum. */
function countLargest(amounts: readonly number[], sum: number): number {
  let left = sum
  let count = 0
  for (const amount of [...amounts].sort((a, b) => b - a)) {
    if (left <= 0) break
    left -= Math.max(0, amount)
    count++
  }
  return count
}
