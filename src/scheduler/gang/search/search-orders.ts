import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import { CPU } from '../../../snapshot/resources/resource-names.ts'
import type { SchedulingCycle } from '../../cycle.ts'
import { FITS } from '../../framework/status-table.ts'
import type { Placement, SearchEnd } from './gang.ts'

/** Makes the cluster as it stands, with nobody of the gang on it, to be tried on. */
export type FreshTrial = () => { readonly cluster: Cluster; readonly cycle: SchedulingCycle }

/** Work of a search: pods and nodes looked at for all the states together. */
const WORK_MAX = 2_000_000
const STATES_MAX = 5000
const STATES_MIN = 50

/**
 * Looks for nodes for `count` of the pods with every filter asked at every step, in every order that
 * makes a difference: each state is a cluster with some members on it, and is entered once, however
 * it is reached. Exhaustive up to a bound that follows from the size of the cluster.
 */
export function searchOrders(fresh: FreshTrial, pods: readonly Pod[], count: number): SearchEnd {
  return new OrderSearch(fresh, pods, count).search()
}

class OrderSearch {
  private readonly fresh: FreshTrial
  private readonly kinds: readonly (readonly Pod[])[]
  private readonly wanted: number
  private readonly seen = new Set<string>()
  private statesMax = STATES_MAX
  private states = 0

  constructor(fresh: FreshTrial, pods: readonly Pod[], wanted: number) {
    this.fresh = fresh
    this.wanted = wanted
    const byId = new Map<number, Pod[]>()
    for (const pod of pods) {
      const known = byId.get(pod.signature.id)
      if (known === undefined) byId.set(pod.signature.id, [pod])
      else known.push(pod)
    }
    this.kinds = [...byId.values()]
  }

  search(): SearchEnd {
    const found = this.extend([])
    const steps = this.states
    if (found === 'cutOff') return { kind: 'cutOff', steps }
    return found === null
      ? { kind: 'exhausted', steps }
      : { kind: 'found', placements: found, steps }
  }

  private extend(placed: readonly Placement[]): readonly Placement[] | 'cutOff' | null {
    if (placed.length === this.wanted) return placed
    const state = placed
      .map(({ pod, node }) => `${pod.signature.id}@${node}`)
      .sort()
      .join(' ')
    if (this.seen.has(state)) return null
    this.seen.add(state)
    if (++this.states > this.statesMax) return 'cutOff'
    for (const next of this.nextPlacements(placed)) {
      const found = this.extend([...placed, next])
      if (found !== null) return found
    }
    return null
  }

  /** Where the first pod left of each kind could go, the fullest nodes first. */
  private nextPlacements(placed: readonly Placement[]): Placement[] {
    const { cluster, cycle } = this.fresh()
    this.statesMax = statesFor(cluster)
    for (const one of placed) cycle.assume(one)
    const taken = new Set(placed.map(({ pod }) => pod))
    const { allocatable, requested } = cluster.pods.column(CPU)
    const next: Placement[] = []
    for (const kind of this.kinds) {
      const pod = kind.find((one) => !taken.has(one))
      if (pod === undefined) continue
      const { filter } = cycle.decide(pod)
      if (filter === null) continue
      for (let node = 0; node < filter.verdict.length; node++) {
        if (filter.verdict[node] === FITS) next.push({ pod, node })
      }
    }
    for (const { pod } of placed) pod.node = -1
    const free = ({ node }: Placement) => allocatable[node] - requested[node]
    return next.sort((a, b) => free(a) - free(b) || a.node - b.node)
  }
}

function statesFor({ pods, nodes }: Cluster): number {
  const size = nodes.count + pods.podCount.reduce((sum, count) => sum + count, 0)
  return Math.max(STATES_MIN, Math.min(STATES_MAX, Math.floor(WORK_MAX / (size + 1))))
}
