import type { Detail } from '../../scheduler/framework/detail.ts'
import type { Code } from '../../scheduler/framework/status-table.ts'
import { describeCause } from './describe-cause.ts'
import type { NodeVerdict } from './every-filter.ts'

/** One reason of one plugin, over all nodes. */
export interface Cause {
  readonly plugin: string
  readonly code: Code
  readonly reason: string
  /** Nodes that it keeps the pod off, alone or with others. */
  readonly nodes: number
  /** Nodes that would take the pod but for it. */
  readonly onlyCauseOn: number
  /** In a sentence, with the numbers behind it. */
  readonly text: string
}

interface Gathered {
  readonly plugin: string
  readonly code: Code
  readonly reason: string
  readonly nodes: string[]
  readonly details: Detail[]
  onlyCauseOn: number
}

/**
 * What keeps the pod off the nodes, the dominant cause first: what holds on every node and no preemption
 * would change, then what holds on every node, then what alone is in the way on most of them.
 */
export function rankCauses(verdicts: readonly NodeVerdict[]): Cause[] {
  const causes = gather(verdicts)
  const total = verdicts.length
  const rank = (cause: Gathered): readonly number[] => {
    const isEverywhere = cause.nodes.length === total
    const isFinal = cause.code === 'UnschedulableAndUnresolvable'
    return [
      Number(isEverywhere && isFinal),
      Number(isEverywhere),
      cause.onlyCauseOn,
      cause.nodes.length,
    ]
  }
  return causes
    .map((cause) => ({ cause, rank: rank(cause) }))
    .sort((a, b) => compareRanks(b.rank, a.rank))
    .map(({ cause }) => ({
      plugin: cause.plugin,
      code: cause.code,
      reason: cause.reason,
      nodes: cause.nodes.length,
      onlyCauseOn: cause.onlyCauseOn,
      text: describeCause(cause.reason, cause.nodes, cause.details, total),
    }))
}

function gather(verdicts: readonly NodeVerdict[]): Gathered[] {
  const causes = new Causes()
  for (const { node, rejectedBy } of verdicts) {
    const reasonCount = rejectedBy.reduce((sum, { reasons }) => sum + reasons.length, 0)
    for (const { plugin, code, reasons, details } of rejectedBy) {
      for (const reason of reasons) {
        const cause = causes.of(plugin, code, reason)
        cause.nodes.push(node)
        cause.details.push(...details.filter((one) => (one.reason ?? reason) === reason))
        if (reasonCount === 1) cause.onlyCauseOn++
      }
    }
  }
  return causes.inOrder
}

/** In the order in which they first appear. */
class Causes {
  readonly inOrder: Gathered[] = []
  private readonly byPlugin = new Map<string, Map<string, Gathered>>()

  of(plugin: string, code: Code, reason: string): Gathered {
    const byReason = this.byPlugin.get(plugin) ?? new Map<string, Gathered>()
    this.byPlugin.set(plugin, byReason)
    const known = byReason.get(reason)
    if (known !== undefined) return known
    const cause = { plugin, code, reason, nodes: [], details: [], onlyCauseOn: 0 }
    byReason.set(reason, cause)
    this.inOrder.push(cause)
    return cause
  }
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at] - b[at]
}
