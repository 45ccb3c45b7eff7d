import type { Circuit } from './circuit.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'

interface CircuitView {
  readonly state: Circuit['state']
  readonly failures: number
  readonly coolsAt: string | null
  readonly transitions: readonly {
    readonly at: string
    readonly to: string
    readonly because: string
  }[]
}

export interface NodeCircuitView extends CircuitView {
  readonly node: string
  /** Distinct owners that failed there. */
  readonly owners: number
  readonly withheld: boolean
}

export interface OwnerCircuitView extends CircuitView {
  readonly owner: { readonly namespace: string; readonly kind: string; readonly name: string }
  /** Nodes on which its pods failed. */
  readonly nodes: number
}

/** Every circuit that has a failure to show or has ever turned. */
export interface CircuitBreakerView {
  readonly rules: CircuitBreaker['rules']
  readonly withheldMax: number
  readonly nodes: readonly NodeCircuitView[]
  readonly owners: readonly OwnerCircuitView[]
}

/** `rows`: the nodes of the snapshot; others are left out. */
export function viewCircuits(
  { rules, withheldMax, nodes, owners, withheld }: CircuitBreaker,
  rows: ReadonlyMap<string, number>,
): CircuitBreakerView {
  const isWithheld = new Set(withheld)
  const nodeViews: NodeCircuitView[] = []
  for (const [node, { circuit, failures }] of nodes) {
    if (!rows.has(node) || isSilent(circuit, failures.distinct)) continue
    const facts = { owners: failures.distinct, failures: failures.total }
    nodeViews.push({ node, ...viewCircuit(circuit), ...facts, withheld: isWithheld.has(node) })
  }
  const ownerViews: OwnerCircuitView[] = []
  for (const [key, { circuit, failures }] of owners) {
    if (isSilent(circuit, failures.distinct)) continue
    const [namespace = '', kind = '', name = ''] = key.split('/')
    const facts = { nodes: failures.distinct, failures: failures.total }
    ownerViews.push({ owner: { namespace, kind, name }, ...viewCircuit(circuit), ...facts })
  }
  return { rules, withheldMax, nodes: nodeViews, owners: ownerViews }
}

function isSilent(circuit: Circuit, failing: number): boolean {
  return failing === 0 && circuit.transitions.length === 0
}

function viewCircuit({ state, coolAtMs, transitions }: Circuit) {
  return {
    state,
    coolsAt: state === 'open' ? new Date(coolAtMs).toISOString() : null,
    transitions: transitions.map(({ timeMs, to, because }) => ({
      at: new Date(timeMs).toISOString(),
      to,
      because,
    })),
  }
}
