import type { Decision } from '../../scheduler/decision.ts'
import type { FilterResult } from '../../scheduler/filter/filter-result.ts'
import type { Detail } from '../../scheduler/framework/detail.ts'
import { NodeRows } from '../../scheduler/framework/node-list.ts'
import type { NodeFilter } from '../../scheduler/framework/plugin.ts'
import type { Code, Rejection } from '../../scheduler/framework/status-table.ts'
import { FITS } from '../../scheduler/framework/status-table.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'

/** One filter's no to one node. */
export interface FilterRejection {
  readonly plugin: string
  readonly code: Code
  readonly reasons: readonly string[]
  readonly details: readonly Detail[]
}

/** What every filter says of one node; nothing: it can take the pod. */
export interface NodeVerdict {
  readonly node: string
  readonly rejectedBy: readonly FilterRejection[]
  /** Filters that cannot tell for what was not seen. */
  readonly unknownTo: readonly string[]
}

/**
 * Every filter's say on every node. The scheduler stops at a node's first rejection; whoever wants to
 * know what it takes must hear them all, with the numbers or in short. Read it before the next pod is decided.
 */
export function askEveryFilter(
  filter: FilterResult,
  { open, unknown }: Pick<Decision, 'open' | 'unknown'>,
  { names, count }: Nodes,
  tells: 'details' | 'reasons' = 'details',
): NodeVerdict[] {
  const { pass, statuses } = filter
  const everywhere = [...statuses.gaps(pass.everywhere), ...(open?.hasAll ? unknown : [])]
  const unknownTo = names.map(() => new Set(everywhere.map(({ plugin }) => plugin)))
  const rejectedBy: FilterRejection[][] = names.map(() => [])
  const rows = new NodeRows(count)
  for (let node = 0; node < count; node++) {
    if (!pass.isOutside(filter.verdict[node])) rows.push(node)
    else rejectedBy[node].push({ ...statuses.get(filter.verdict[node]), details: [] })
  }
  const factsOf = tells === 'details' ? detailsOn : () => NO_DETAILS
  const scratch = new Int32Array(count)
  for (const { filter: one } of pass.active()) {
    scratch.fill(FITS)
    one.filter(rows, scratch)
    for (let index = 0; index < rows.length; index++) {
      const node = rows.at[index]
      if (scratch[node] === FITS) continue
      if (statuses.isUnknown(scratch[node])) {
        for (const gap of statuses.gaps(scratch[node])) unknownTo[node].add(gap.plugin)
        continue
      }
      rejectedBy[node].push(rejectionOf(statuses.get(scratch[node]), factsOf(one, node)))
    }
  }
  return names.map((node, row) => ({
    node,
    rejectedBy: rejectedBy[row],
    unknownTo: [...unknownTo[row]],
  }))
}

const NO_DETAILS: readonly Detail[] = []

function detailsOn(filter: NodeFilter, node: number): readonly Detail[] {
  return filter.details?.(node) ?? NO_DETAILS
}

function rejectionOf(
  { plugin, code, reasons }: Rejection,
  details: readonly Detail[],
): FilterRejection {
  return { plugin, code, reasons, details }
}

/** The numbers behind one filter's no, on some of these nodes. */
export function detailsOf(
  { pass }: FilterResult,
  plugin: string,
  nodes: readonly number[],
): Detail[] {
  const judge = pass.active().find((one) => one.plugin === plugin)
  return nodes.flatMap((node) => judge?.filter.details?.(node) ?? [])
}
