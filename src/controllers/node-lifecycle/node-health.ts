import { type ControlledNode, conditionOf, type NodeCondition } from '../cluster/controlled-node.ts'

/** Upstream's nodeHealthData: what the monitor remembers of a node between two passes. */
interface NodeHealth {
  probeMs: number
  /** Of the status seen last: the condition Ready. */
  ready: NodeCondition | null
  /** The renewal seen last; null when the Lease is to be looked at afresh. */
  leaseRenewedMs: number | null
}

export interface Observation {
  /** Ready before this pass: Unknown for a node that never posted a status. */
  readonly observed: string
  /** Ready after this pass; null while a node that never posted one is within its grace. */
  readonly current: string | null
  /** All conditions, where the pass changed them. */
  readonly posted: readonly NodeCondition[] | null
}

export interface HealthOptions {
  readonly graceMs: number
  readonly startupGraceMs: number
}

/** NetworkUnavailable is left alone: the control plane manages it. */
const KUBELET_CONDITIONS = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']

/** tryUpdateNodeHealth: whether a node's kubelet has been silent for too long. */
export class NodeHealths {
  private readonly options: HealthOptions
  private readonly healths = new Map<string, NodeHealth>()

  constructor(options: HealthOptions) {
    this.options = options
  }

  /** As a controller that has watched the node since before the start. */
  assumeWatched(node: ControlledNode): void {
    const ready = conditionOf(node.conditions, 'Ready')
    const renewedMs = node.kubelet.hasLease ? renewedAt(node, 0) : null
    const probeMs = renewedMs ?? ready?.heartbeatMs ?? node.createdAtMs ?? 0
    this.healths.set(node.name, { probeMs, ready, leaseRenewedMs: renewedMs })
  }

  restartProbes(nowMs: number): void {
    for (const health of this.healths.values()) health.probeMs = nowMs
  }

  /** The condition Ready as the last pass saw it; undefined for a node it has not seen. */
  lastReady(name: string): NodeCondition | null | undefined {
    return this.healths.get(name)?.ready
  }

  /** Whether the next pass will see more than this one, though nothing happens: an old Lease as new. */
  isUnsettled({ name, kubelet }: ControlledNode): boolean {
    return kubelet.hasLease && this.healths.get(name)?.leaseRenewedMs === null
  }

  /** When a pass will find a silent node too late; infinite for one that lives or was found out. */
  dueMs(node: ControlledNode): number {
    const ready = conditionOf(node.conditions, 'Ready')
    const health = this.healths.get(node.name)
    const isKnown = health !== undefined && node.createdAtMs !== null
    if (ready === null && !isKnown) return Number.POSITIVE_INFINITY
    if (node.kubelet.isAlive && node.kubelet.hasLease) return Number.POSITIVE_INFINITY
    if (ready?.status === 'Unknown' || health === undefined) return Number.POSITIVE_INFINITY
    const graceMs = ready === null ? this.options.startupGraceMs : this.options.graceMs
    return health.probeMs + graceMs
  }

  observe(node: ControlledNode, nowMs: number): Observation {
    const current = conditionOf(node.conditions, 'Ready')
    const health = this.probe(node, current, nowMs)
    const observed = current?.status ?? 'Unknown'
    const graceMs = current === null ? this.options.startupGraceMs : this.options.graceMs
    // Upstream asks for more than the grace, and its passes drift later by what they take.
    const isLate = nowMs >= health.probeMs + graceMs
    // The other conditions are written only together with a change of Ready.
    if (!isLate || current?.status === 'Unknown') {
      return { observed, current: current?.status ?? null, posted: null }
    }
    const posted = withUnknown(node)
    health.ready = conditionOf(posted, 'Ready')
    health.leaseRenewedMs = node.kubelet.hasLease ? renewedAt(node, nowMs) : null
    return { observed, current: 'Unknown', posted }
  }

  /** When the node last showed itself, brought up to date. */
  private probe(node: ControlledNode, ready: NodeCondition | null, nowMs: number): NodeHealth {
    const known = this.healths.get(node.name)
    const health = known ?? { probeMs: nowMs, ready: null, leaseRenewedMs: null }
    if (known === undefined) {
      this.healths.set(node.name, health)
      if (ready === null) health.probeMs = node.createdAtMs ?? nowMs
    }
    const seenLeaseMs = health.leaseRenewedMs
    if (known !== undefined && hasNewStatus(known.ready, ready)) {
      health.probeMs = nowMs
      // Upstream forgets the Lease here, so that the next pass takes an old one for renewed.
      health.leaseRenewedMs = null
    }
    health.ready = ready
    if (!node.kubelet.hasLease) return health
    const renewedMs = renewedAt(node, nowMs)
    if (seenLeaseMs === null || seenLeaseMs < renewedMs) {
      health.leaseRenewedMs = renewedMs
      health.probeMs = nowMs
    }
    return health
  }
}

/** A living kubelet renewed its Lease just now. */
function renewedAt({ kubelet }: ControlledNode, nowMs: number): number {
  return kubelet.isAlive ? nowMs : (kubelet.lastRenewalMs ?? Number.NEGATIVE_INFINITY)
}

function hasNewStatus(saved: NodeCondition | null, current: NodeCondition | null): boolean {
  if (saved === null || current === null) return saved !== current
  return saved.heartbeatMs !== current.heartbeatMs
}

function withUnknown(node: ControlledNode): NodeCondition[] {
  const known = node.conditions.map((condition) => {
    const isKubelets = KUBELET_CONDITIONS.includes(condition.type)
    if (!isKubelets || condition.status === 'Unknown') return condition
    const message = 'Kubelet stopped posting node status.'
    return { ...condition, status: 'Unknown', reason: 'NodeStatusUnknown', message }
  })
  const missing = KUBELET_CONDITIONS.filter((type) => conditionOf(known, type) === null)
  return [...known, ...missing.map((type) => neverPosted(type, node.createdAtMs))]
}

function neverPosted(type: string, heartbeatMs: number | null): NodeCondition {
  const message = 'Kubelet never posted node status.'
  return { type, status: 'Unknown', reason: 'NodeStatusNeverUpdated', message, heartbeatMs }
}
