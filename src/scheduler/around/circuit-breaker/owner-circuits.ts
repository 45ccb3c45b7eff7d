import { Circuit } from './circuit.ts'
import type { CircuitRules, PodFeedback } from './circuit-rules.ts'
import { RecentCounts } from './recent-counts.ts'

/** Failures in this time say nothing about nodes; the end is open while the quarantine lasts. */
interface Blame {
  readonly fromMs: number
  toMs: number
}

/** What is known of one owner: its failures, and whether it is held back. */
export class OwnerCircuit {
  readonly circuit: Circuit
  /** By node, a success there forgets them. */
  readonly failures: RecentCounts
  /** By node: failures where no other owner had failed before. */
  readonly first: RecentCounts
  /** By node: anything that was told. */
  readonly news: RecentCounts
  readonly blames: Blame[] = []

  constructor({ windowSeconds, quarantineCoolDownSeconds }: CircuitRules) {
    const windowMs = windowSeconds * 1000
    this.circuit = new Circuit(quarantineCoolDownSeconds * 1000)
    this.failures = new RecentCounts(windowMs)
    this.first = new RecentCounts(windowMs)
    this.news = new RecentCounts(windowMs)
  }

  passTo(timeMs: number): void {
    this.circuit.passTo(timeMs)
    this.failures.passTo(timeMs)
    this.first.passTo(timeMs)
    this.news.passTo(timeMs)
  }
}

/** Who failed last on a node, and who else before. */
class NodeFailures {
  private owner = ''
  private timeMs = Number.NEGATIVE_INFINITY
  private otherTimeMs = Number.NEGATIVE_INFINITY

  add(owner: string, timeMs: number): void {
    if (owner !== this.owner) this.otherTimeMs = this.timeMs
    this.owner = owner
    this.timeMs = timeMs
  }

  /** When an owner other than this one failed last. */
  lastBut(owner: string): number {
    return owner === this.owner ? this.otherTimeMs : this.timeMs
  }
}

/**
 * Finds the owners whose pods take node after node. On broken nodes many owners fail and each is the
 * first somewhere; a pod that breaks its node is the first to fail on nearly every node it comes to.
 */
export function replayOwners(
  feedback: readonly PodFeedback[],
  rules: CircuitRules,
  nowMs: number,
): Map<string, OwnerCircuit> {
  const owners = new Map<string, OwnerCircuit>()
  const nodes = new Map<string, NodeFailures>()
  const windowMs = rules.windowSeconds * 1000
  for (const { owner: name, node, failed, timeMs } of feedback) {
    const owner = owners.get(name) ?? new OwnerCircuit(rules)
    owners.set(name, owner)
    owner.passTo(timeMs)
    owner.news.add(node, timeMs)
    if (!failed) {
      takeSuccess(owner, node, timeMs)
      continue
    }
    const onNode = nodes.get(node) ?? new NodeFailures()
    nodes.set(node, onNode)
    const isFirst = onNode.lastBut(name) <= timeMs - windowMs
    onNode.add(name, timeMs)
    owner.failures.add(node, timeMs)
    if (isFirst || owner.first.countOf(node) > 0) owner.first.add(node, timeMs)
    takeFailure(owner, timeMs, rules)
  }
  for (const owner of owners.values()) owner.passTo(nowMs)
  return owners
}

function takeSuccess(owner: OwnerCircuit, node: string, timeMs: number): void {
  owner.failures.forget(node)
  owner.first.forget(node)
  if (owner.circuit.state !== 'halfOpen') return
  owner.circuit.close(timeMs)
  owner.failures.clear()
  owner.first.clear()
  const blame = owner.blames.at(-1)
  if (blame !== undefined) blame.toMs = timeMs
}

function takeFailure(owner: OwnerCircuit, timeMs: number, rules: CircuitRules): void {
  const { circuit, first, news } = owner
  if (circuit.state !== 'closed') {
    circuit.failAgain(timeMs)
    return
  }
  const nodes = first.distinct
  if (nodes < rules.nodesToQuarantine || nodes < rules.quarantineShare * news.distinct) return
  owner.blames.push({ fromMs: first.sinceMs ?? timeMs, toMs: Number.POSITIVE_INFINITY })
  circuit.open(timeMs, `the first to fail on ${nodes} nodes within ${rules.windowSeconds} s`)
}
