import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { Detail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import {
  type NodeFilter,
  type Plugin,
  rejecting,
  SKIP,
  SKIP_SCORE,
  scoring,
} from '../../framework/plugin.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { CircuitRules } from './circuit-rules.ts'
import type { OwnerCircuit } from './owner-circuits.ts'
import type { RecentCounts } from './recent-counts.ts'

const FINAL = 'UnschedulableAndUnresolvable'
const NODE_OPEN = 'node(s) had an open circuit'
const NODE_ON_TRIAL = 'node(s) had a half-open circuit and a pod on trial'
const OWNER_OPEN = "pod's owner is quarantined"
const OWNER_ON_TRIAL = "pod's owner is quarantined and has a pod on trial"
const BEST = 100

/** Keeps pods off nodes and owners whose circuit is open. Not of Kubernetes; off unless asked for. */
export function circuitBreakerPlugin(breaker: CircuitBreaker): Plugin {
  const { rules } = breaker
  const ownerOf = (pod: PodSignature): OwnerCircuit | undefined => findOwner(breaker, pod)
  /** Pods let through half-open circuits so far. */
  const trials = new Map<OwnerCircuit, number>()
  let withheld: WithheldNodes | null = null
  const withheldIn = (cluster: Cluster): WithheldNodes => {
    withheld ??= new WithheldNodes(cluster, breaker)
    return withheld
  }
  return {
    name: 'CircuitBreaker',
    readsOfIdentity: (_, pod) => (ownerOf(pod) === undefined ? '' : ownerKey(pod)),
    followsRequests: true,
    prepareFilter({ cluster, pod, statuses }) {
      const owner = ownerOf(pod.signature)
      const state = owner?.circuit.state ?? 'closed'
      if (state === 'open') return rejecting(FINAL, OWNER_OPEN)
      const perPod = owner !== undefined && state === 'halfOpen'
      if (perPod && (trials.get(owner) ?? 0) >= rules.halfOpenPods) {
        return rejecting(FINAL, OWNER_ON_TRIAL)
      }
      const nodes = withheldIn(cluster)
      if (nodes.isEmpty && !perPod) return SKIP
      const rejections = [statuses.id(FINAL, NODE_OPEN), statuses.id(FINAL, NODE_ON_TRIAL)] as const
      return { kind: 'filter', filter: new CircuitFilter(nodes, ...rejections), perPod }
    },
    prepareScore({ cluster, pod }) {
      const failures = ownerOf(pod.signature)?.failures
      if (failures === undefined || failures.distinct === 0) return SKIP_SCORE
      return scoring(new StaticScorer(scoresOf(cluster.nodes.names, failures, rules)))
    },
    reserve(cluster, pod, node) {
      withheldIn(cluster).trials[node]++
      const owner = ownerOf(pod.signature)
      if (owner !== undefined) trials.set(owner, (trials.get(owner) ?? 0) + 1)
    },
  }
}

/** Pods without a controller are nobody's copies: nothing is known of them. */
function findOwner({ owners }: CircuitBreaker, pod: PodSignature): OwnerCircuit | undefined {
  return pod.controller === null ? undefined : owners.get(ownerKey(pod))
}

/** The fewer failures of the owner, the better. */
function scoresOf(
  names: readonly string[],
  failures: RecentCounts,
  { failuresForWorstScore: worst }: CircuitRules,
): Float64Array {
  return Float64Array.from(names, (name) => {
    return Math.floor(BEST * (1 - Math.min(1, failures.countOf(name) / worst)))
  })
}

function ownerKey({ namespace, controller }: PodSignature): string {
  return `${namespace}/${controller?.kind}/${controller?.name}`
}

const CLOSED = 0
const OPEN = 1
const HALF_OPEN = 2

/** The circuits of the nodes by row. */
class WithheldNodes {
  readonly isEmpty: boolean
  readonly stateOf: Uint8Array
  /** Pods placed there in this request. */
  readonly trials: Uint32Array
  readonly trialsMax: number
  private readonly breaker: CircuitBreaker
  private readonly names: readonly string[]

  constructor({ nodes }: Cluster, breaker: CircuitBreaker) {
    this.breaker = breaker
    this.names = nodes.names
    this.isEmpty = breaker.withheld.length === 0
    this.trialsMax = breaker.rules.halfOpenPods
    this.stateOf = new Uint8Array(nodes.count)
    this.trials = new Uint32Array(nodes.count)
    for (const name of breaker.withheld) {
      const row = nodes.rowOf.get(name)
      const state = breaker.nodes.get(name)?.circuit.state
      if (row !== undefined) this.stateOf[row] = state === 'open' ? OPEN : HALF_OPEN
    }
  }

  describe(node: number): Detail[] {
    const found = this.breaker.nodes.get(this.names[node])
    if (found === undefined || this.stateOf[node] === CLOSED) return []
    const { circuit, failures } = found
    const isOpen = circuit.state === 'open'
    const coolsAt = isOpen ? new Date(circuit.coolAtMs).toISOString() : null
    const { distinct: owners, total } = failures
    return [
      { kind: 'circuit', state: isOpen ? 'open' : 'halfOpen', owners, failures: total, coolsAt },
    ]
  }
}

class CircuitFilter implements NodeFilter {
  readonly dependsOn = 'node'
  private readonly withheld: WithheldNodes
  private readonly open: number
  private readonly onTrial: number

  constructor(withheld: WithheldNodes, open: number, onTrial: number) {
    this.withheld = withheld
    this.open = open
    this.onTrial = onTrial
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const { stateOf, trials, trialsMax } = this.withheld
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const state = stateOf[node]
      if (state === OPEN) verdict[node] = this.open
      else if (state === HALF_OPEN && trials[node] >= trialsMax) verdict[node] = this.onTrial
    }
  }

  details(node: number): readonly Detail[] {
    return this.withheld.describe(node)
  }
}
