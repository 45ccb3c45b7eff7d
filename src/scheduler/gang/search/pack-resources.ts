import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { amountOf } from '../../../snapshot/resources/resource-amounts.ts'
import { CPU, EPHEMERAL_STORAGE, MEMORY } from '../../../snapshot/resources/resource-names.ts'
import type { Placement, SearchEnd } from './gang.ts'

/** States of the search that are looked at, after which it is given up: fewer where each is larger. */
const STEPS_MAX = 100_000
/** Kinds of nodes and pods that went somewhere, over all states: about two seconds. */
const LOOKED_AT_MAX = 5_000_000

/** Which nodes a member may use for all that is not resources, by row. */
export type MayUse = (signature: PodSignature, node: number) => boolean

interface Demand {
  readonly signature: PodSignature
  /** What must be free, and what is taken then: cpu, memory, ..., one pod slot. */
  readonly needs: readonly number[]
  readonly takes: readonly number[]
  readonly pods: Pod[]
}

/** Whether the node has what the pod asks for, and a slot. */
export function hasRoom(cluster: Cluster, { signature }: Pod, node: number): boolean {
  const { podCount } = cluster.pods
  if (podCount[node] + 1 > cluster.nodes.podsMax[node]) return false
  return resourceNames([signature]).every((name) => {
    const { allocatable, requested } = cluster.pods.column(name)
    const need = amountOf(signature.request, name)
    return need === 0 || need <= allocatable[node] - requested[node]
  })
}

/** Nodes that nothing tells apart: the same demands may use them, and the same is free. */
interface Bin {
  readonly key: string
  readonly users: Users
  readonly free: readonly number[]
}

/** Which demands may use a node, and a short name of that. */
interface Users {
  readonly id: number
  readonly may: readonly boolean[]
}

interface Step {
  readonly demand: number
  readonly from: Bin
  readonly to: Bin
}

/**
 * Looks for nodes for `count` of the pods by what is free on them alone, exhaustively up to a bound.
 * Nodes that are alike count as one, and states that were reached before are not entered again; so the
 * search depends on how many kinds of pods and nodes there are, not on how many of each.
 */
export function packResources(
  cluster: Cluster,
  pods: readonly Pod[],
  count: number,
  mayUse: MayUse,
): SearchEnd {
  return new Packing(cluster, pods, count, mayUse).search()
}

class Packing {
  private readonly demands: Demand[]
  /** How many bins there are of each kind now, and by how many more than at first. */
  private readonly counts = new Map<string, number>()
  private readonly changes = new Map<string, number>()
  private readonly bins = new Map<string, Bin>()
  private readonly users = new Map<string, Users>()
  private readonly rows = new Map<string, number[]>()
  private readonly seen = new Set<string>()
  private readonly path: Step[] = []
  private readonly wanted: number
  private readonly stepsMax: number
  private steps = 0

  constructor(cluster: Cluster, pods: readonly Pod[], count: number, mayUse: MayUse) {
    this.wanted = count
    const names = resourceNames(pods.map(({ signature }) => signature))
    this.demands = demandsOf(pods, names, cluster)
    const columns = names.map((name) => cluster.pods.column(name))
    for (let node = 0; node < cluster.nodes.count; node++) {
      const users = this.usersOf(this.demands.map(({ signature }) => mayUse(signature, node)))
      if (!users.may.includes(true)) continue
      const free = columns.map(({ allocatable, requested }) => allocatable[node] - requested[node])
      free.push(cluster.nodes.podsMax[node] - cluster.pods.podCount[node])
      const { key } = this.enter(users, free)
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
      const rows = this.rows.get(key)
      if (rows === undefined) this.rows.set(key, [node])
      else rows.push(node)
    }
    const size = this.counts.size + pods.length
    const affordable = Math.min(STEPS_MAX, Math.ceil(LOOKED_AT_MAX / (1 + size)))
    // At least one way to the end, the largest first into the tightest, is gone whole.
    this.stepsMax = Math.max(affordable, count)
  }

  search(): SearchEnd {
    if (!this.sumsAllow()) return { kind: 'exhausted', steps: 0 }
    const left = this.demands.map(({ pods }) => pods.length)
    const found = this.place(0, left, this.wanted)
    const { steps } = this
    if (found === 'cutOff') return { kind: 'cutOff', steps }
    return found
      ? { kind: 'found', placements: this.placements(), steps }
      : { kind: 'exhausted', steps }
  }

  /** Whether the smallest of the pods would fit if all nodes were one. */
  private sumsAllow(): boolean {
    const bins = [...this.counts].flatMap(([key, count]) => {
      const bin = this.bins.get(key)
      return bin === undefined ? [] : { bin, count }
    })
    const { needs = [] } = this.demands[0] ?? {}
    return needs.every((_, resource) => {
      const free = bins.reduce(
        (sum, { bin, count }) => sum + count * Math.max(0, bin.free[resource]),
        0,
      )
      const smallest = this.demands
        .flatMap((demand) => demand.pods.map(() => surelyTaken(demand, resource)))
        .sort((a, b) => a - b)
        .slice(0, this.wanted)
      return smallest.reduce((sum, amount) => sum + amount, 0) <= free
    })
  }

  /** Demands one after another, the largest first: each copy somewhere, or no further copy at all. */
  private place(at: number, left: number[], wanted: number): boolean | 'cutOff' {
    if (wanted === 0) return true
    const rest = left.slice(at).reduce((sum, copies) => sum + copies, 0)
    if (rest < wanted) return false
    if (left[at] === 0) return this.place(at + 1, left, wanted)
    const state = `${at} ${left[at]} ${wanted} ${this.changesAsText()}`
    if (this.seen.has(state)) return false
    this.seen.add(state)
    if (++this.steps > this.stepsMax) return 'cutOff'
    for (const from of this.binsFor(at)) {
      const to = this.take(at, from)
      left[at]--
      const found = this.place(at, left, wanted - 1)
      if (found !== false) return found
      left[at]++
      this.giveBack(from, to)
    }
    const copies = left[at]
    left[at] = 0
    const found = this.place(at + 1, left, wanted)
    left[at] = copies
    return found
  }

  /** Bins that take one copy, the tightest first. */
  private binsFor(at: number): Bin[] {
    const { needs } = this.demands[at]
    const fitting: Bin[] = []
    for (const [key, count] of this.counts) {
      const bin = this.bins.get(key)
      if (bin === undefined || count === 0 || !bin.users.may[at]) continue
      if (needs.every((need, resource) => need === 0 || need <= bin.free[resource])) {
        fitting.push(bin)
      }
    }
    return fitting.sort((a, b) => compareFree(a, b) || (a.key < b.key ? -1 : 1))
  }

  private take(at: number, from: Bin): Bin {
    const { takes } = this.demands[at]
    const to = this.enter(
      from.users,
      from.free.map((amount, resource) => amount - takes[resource]),
    )
    this.count(from, -1)
    this.count(to, 1)
    this.path.push({ demand: at, from, to })
    return to
  }

  private giveBack(from: Bin, to: Bin): void {
    this.path.pop()
    this.count(to, -1)
    this.count(from, 1)
  }

  private count({ key }: Bin, change: number): void {
    const count = (this.counts.get(key) ?? 0) + change
    if (count === 0) this.counts.delete(key)
    else this.counts.set(key, count)
    const changed = (this.changes.get(key) ?? 0) + change
    if (changed === 0) this.changes.delete(key)
    else this.changes.set(key, changed)
  }

  private usersOf(may: readonly boolean[]): Users {
    const text = may.map(Number).join('')
    const known = this.users.get(text)
    if (known !== undefined) return known
    const users = { id: this.users.size, may }
    this.users.set(text, users)
    return users
  }

  private enter(users: Users, free: readonly number[]): Bin {
    const key = `${users.id}|${free.join(',')}`
    const known = this.bins.get(key)
    if (known !== undefined) return known
    const bin = { key, users, free }
    this.bins.set(key, bin)
    return bin
  }

  /** In an order of their own. */
  private changesAsText(): string {
    return [...this.changes]
      .map(([key, count]) => `${key}x${count}`)
      .sort()
      .join(' ')
  }

  /** The rows behind the steps: of nodes that are alike the first. */
  private placements(): Placement[] {
    const next = this.demands.map(() => 0)
    return this.path.map(({ demand, from, to }) => {
      const rows = this.rows.get(from.key) ?? []
      const node = rows.shift() ?? -1
      const others = this.rows.get(to.key)
      if (others === undefined) this.rows.set(to.key, [node])
      else others.push(node)
      return { pod: this.demands[demand].pods[next[demand]++], node }
    })
  }
}

/** Of what is free on a node; what a pod does not ask for it may take also where nothing is left. */
function surelyTaken({ needs, takes }: Demand, resource: number): number {
  return needs[resource] === 0 ? 0 : Math.min(needs[resource], takes[resource])
}

function compareFree(a: Bin, b: Bin): number {
  const at = a.free.findIndex((amount, resource) => amount !== b.free[resource])
  return at < 0 ? 0 : a.free[at] - b.free[at]
}

function resourceNames(signatures: readonly PodSignature[]): string[] {
  const names = new Set([CPU, MEMORY, EPHEMERAL_STORAGE])
  for (const { request } of signatures) for (const name of request.scalars.keys()) names.add(name)
  return [...names]
}

/** The pods by kind, those that ask for the largest share of a node first. */
function demandsOf(pods: readonly Pod[], names: readonly string[], cluster: Cluster): Demand[] {
  const byId = new Map<number, Demand>()
  for (const pod of pods) {
    const { signature } = pod
    const known = byId.get(signature.id)
    if (known !== undefined) {
      known.pods.push(pod)
      continue
    }
    const needs = [...names.map((name) => amountOf(signature.request, name)), 1]
    const takes = [...names.map((name) => amountOf(signature.taken, name)), 1]
    byId.set(signature.id, { signature, needs, takes, pods: [pod] })
  }
  const largest = names.map((name) => Math.max(1, ...cluster.pods.column(name).allocatable))
  const share = ({ needs }: Demand) =>
    Math.max(...largest.map((most, resource) => needs[resource] / most))
  return [...byId.values()].sort((a, b) => share(b) - share(a))
}
