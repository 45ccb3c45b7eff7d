import { Circuit } from './circuit.ts'
import type { CircuitRules, PodFeedback } from './circuit-rules.ts'
import type { OwnerCircuit } from './owner-circuits.ts'
import { RecentCounts } from './recent-counts.ts'

/** What is known of one node: which owners failed there, and whether it is withheld. */
export class NodeCircuit {
  readonly circuit: Circuit
  /** By owner; a success there forgets them. */
  readonly failures: RecentCounts
  lastFailureMs: number = Number.NEGATIVE_INFINITY

  constructor({ windowSeconds, coolDownSeconds }: CircuitRules) {
    this.circuit = new Circuit(coolDownSeconds * 1000)
    this.failures = new RecentCounts(windowSeconds * 1000)
  }

  passTo(timeMs: number): void {
    this.circuit.passTo(timeMs)
    this.failures.passTo(timeMs)
  }
}

/** Opens the circuits of nodes where several owners fail, none of them quarantined for its own faults. */
export function replayNodes(
  feedback: readonly PodFeedback[],
  owners: ReadonlyMap<string, OwnerCircuit>,
  rules: CircuitRules,
  nowMs: number,
): Map<string, NodeCircuit> {
  const nodes = new Map<string, NodeCircuit>()
  const blames = new BlameCursor(owners)
  for (const { owner, node: name, failed, timeMs } of feedback) {
    if (blames.covers(owner, timeMs)) continue
    const node = nodes.get(name) ?? new NodeCircuit(rules)
    nodes.set(name, node)
    node.passTo(timeMs)
    if (failed) takeFailure(node, owner, timeMs, rules)
    else takeSuccess(node, owner, timeMs)
  }
  for (const node of nodes.values()) node.passTo(nowMs)
  return nodes
}

function takeFailure(node: NodeCircuit, owner: string, timeMs: number, rules: CircuitRules): void {
  const { circuit, failures } = node
  failures.add(owner, timeMs)
  node.lastFailureMs = timeMs
  if (circuit.state !== 'closed') circuit.failAgain(timeMs)
  else if (failures.distinct >= rules.ownersToOpen) {
    const because = `pods of ${failures.distinct} owners failed within ${rules.windowSeconds} s`
    circuit.open(timeMs, because)
  }
}

/** A pod that started before the circuit opened may yet succeed: only a trial closes it. */
function takeSuccess(node: NodeCircuit, owner: string, timeMs: number): void {
  if (node.circuit.state === 'halfOpen') {
    node.circuit.close(timeMs)
    node.failures.clear()
  } else node.failures.forget(owner)
}

/** Reads each owner's blames along with the feedback, which is in order of time. */
class BlameCursor {
  private readonly owners: ReadonlyMap<string, OwnerCircuit>
  private readonly at = new Map<string, number>()

  constructor(owners: ReadonlyMap<string, OwnerCircuit>) {
    this.owners = owners
  }

  covers(owner: string, timeMs: number): boolean {
    const blames = this.owners.get(owner)?.blames ?? []
    let index = this.at.get(owner) ?? 0
    while (index < blames.length && blames[index].toMs < timeMs) index++
    this.at.set(owner, index)
    return index < blames.length && blames[index].fromMs <= timeMs
  }
}
