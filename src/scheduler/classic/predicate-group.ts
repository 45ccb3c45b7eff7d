import type { Pod } from '../../snapshot/pods/pod.ts'
import { prepareFilter, UnknownFilter } from '../filter/watched-filter.ts'
import type { Detail } from '../framework/detail.ts'
import type { NodeList } from '../framework/node-list.ts'
import { NodeRows } from '../framework/node-list.ts'
import type {
  DependsOn,
  NodeFilter,
  Plugin,
  PreFilterResult,
  Preparation,
} from '../framework/plugin.ts'
import { SKIP } from '../framework/plugin.ts'
import { FITS, type PluginStatuses } from '../framework/status-table.ts'

/**
 * Predicates that are all asked, also after one of them refused: their reasons are told together. A
 * bundle speaks in its own name (GeneralPredicates), or in that of the first predicate that refused
 * (alwaysCheckAllPredicates).
 */
export function bundle(name: string, members: readonly Plugin[], reporter: Reporter): Plugin {
  return { name, prepareFilter: (preparation) => prepare(preparation, members, reporter) }
}

export type Reporter = 'bundle' | 'first-to-refuse'

const BREADTH: readonly DependsOn[] = ['static', 'node', 'cluster']

function prepare(
  preparation: Preparation,
  members: readonly Plugin[],
  reporter: Reporter,
): PreFilterResult {
  const { cluster, pod, statuses: table } = preparation
  const filters: NodeFilter[] = []
  let perPod = false
  for (const member of members) {
    const statuses = reporter === 'bundle' ? table : table.of(member.name)
    const result = prepareFilter(member, { cluster, pod, statuses })
    if (result.kind === 'reject') return result
    if (result.kind === 'skip') continue
    if (result.kind === 'unknown') {
      filters.push(new UnknownFilter(statuses.unknown(...result.gaps)))
      continue
    }
    filters.push(result.filter)
    perPod ||= result.perPod === true
  }
  if (filters.length === 0) return SKIP
  return {
    kind: 'filter',
    filter: new PredicateGroupFilter(filters, table, cluster.nodes.count),
    perPod,
  }
}

class PredicateGroupFilter implements NodeFilter {
  readonly dependsOn: DependsOn
  private readonly members: readonly NodeFilter[]
  private readonly table: PluginStatuses
  private readonly merged = new Map<string, number>()
  private readonly rows: NodeRows
  private readonly single = new NodeRows(1)
  private readonly found: Int32Array
  private readonly combined: Int32Array

  constructor(members: readonly NodeFilter[], table: PluginStatuses, nodeCount: number) {
    this.members = members
    this.table = table
    this.dependsOn =
      BREADTH.findLast((breadth) => members.some(({ dependsOn }) => dependsOn === breadth)) ??
      'static'
    this.rows = new NodeRows(nodeCount)
    this.found = new Int32Array(nodeCount)
    this.combined = new Int32Array(nodeCount)
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const { combined, found, rows } = this
    rows.copyFrom(nodes)
    for (let index = 0; index < nodes.length; index++) combined[nodes.at[index]] = FITS
    for (const member of this.members) {
      for (let index = 0; index < rows.length; index++) found[rows.at[index]] = FITS
      member.filter(rows, found)
      this.take(rows)
    }
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (combined[node] !== FITS) verdict[node] = combined[node]
    }
  }

  /** An error ends the look at a node. */
  private take(rows: NodeRows): void {
    const { combined, found, table } = this
    let kept = 0
    for (let index = 0; index < rows.length; index++) {
      const node = rows.at[index]
      if (found[node] !== FITS) {
        combined[node] = this.combine(combined[node], found[node])
        if (table.get(combined[node]).code === 'Error') continue
      }
      rows.at[kept++] = node
    }
    rows.length = kept
  }

  /** What is known stands before what is not. */
  private combine(before: number, after: number): number {
    const { table } = this
    if (before === FITS) return after
    if (table.isUnknown(before)) return table.isUnknown(after) ? table.join(before, after) : after
    return table.isUnknown(after) ? before : this.merge(before, after)
  }

  private merge(before: number, after: number): number {
    const key = `${before} ${after}`
    const known = this.merged.get(key)
    if (known !== undefined) return known
    const [first, second] = [this.table.get(before), this.table.get(after)]
    const codes = [first.code, second.code]
    const code =
      (['Error', 'UnschedulableAndUnresolvable'] as const).find((one) => codes.includes(one)) ??
      'Unschedulable'
    const id = this.table.of(first.plugin).id(code, ...first.reasons, ...second.reasons)
    this.merged.set(key, id)
    return id
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const member of this.members) member.podChanged?.(pod, node, sign)
  }

  addOrRemovePod(pod: Pod, node: number, sign: 1 | -1): void {
    for (const member of this.members) member.addOrRemovePod?.(pod, node, sign)
  }

  checkpoint(): () => void {
    const undo = this.members.map((member) => member.checkpoint?.())
    return () => {
      for (const restore of undo) restore?.()
    }
  }

  details(node: number): Detail[] {
    const { found, single } = this
    return this.members.flatMap((member) => {
      single.clear()
      single.push(node)
      found[node] = FITS
      member.filter(single, found)
      if (found[node] === FITS || this.table.isUnknown(found[node])) return []
      const [reason = '', ...others] = this.table.get(found[node]).reasons
      const details = member.details?.(node) ?? []
      return others.length > 0 ? details : details.map((detail) => ({ reason, ...detail }))
    })
  }
}
