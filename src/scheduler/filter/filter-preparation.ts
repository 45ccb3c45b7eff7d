import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { NodeList } from '../framework/node-list.ts'
import { allNodes, NodeRows } from '../framework/node-list.ts'
import type { Plugin, PreFilterResult } from '../framework/plugin.ts'
import type { Profile } from '../framework/profile.ts'
import {
  FITS,
  PluginStatuses,
  type Rejection,
  type StatusTable,
} from '../framework/status-table.ts'
import type { RankedFilter } from './filter-state.ts'
import { prepareFilter } from './watched-filter.ts'

/** PreFilter rank of nodes outside the set that a plugin named: earlier than any filter. */
const OUTSIDE_RANK = -1

/** PreFilter: every plugin looks at the pod once, and may skip, refuse it, or narrow the nodes. */
export class FilterPreparation {
  readonly filters: readonly RankedFilter[]
  /** Plugins that named a set of nodes. */
  readonly restrictedBy: string[] = []
  /** The whole pod was refused (or failed) before any node was looked at. */
  rejection: Rejection | null = null
  /** Those that are to be prepared again for each pod; -1 is the rank of one that is not asked. */
  readonly perPod: RankedFilter[] = []
  /** The unknown verdict of all nodes that no filter rejects; `FITS` for none. */
  everywhere: number = FITS
  private only: Uint8Array | null = null
  private readonly cluster: Cluster
  private readonly profile: Profile
  private readonly pod: Pod
  private readonly statuses: StatusTable

  constructor(cluster: Cluster, profile: Profile, pod: Pod, statuses: StatusTable) {
    this.cluster = cluster
    this.profile = profile
    this.pod = pod
    this.statuses = statuses
    this.filters = this.prepareAll()
  }

  private prepareAll(): RankedFilter[] {
    const results = new Map<Plugin, PreFilterResult>()
    for (const plugin of [...this.profile.preFilter, ...this.profile.filter]) {
      if (results.has(plugin) || plugin.prepareFilter === undefined) continue
      const { cluster, pod } = this
      const rank = this.profile.filter.indexOf(plugin)
      const statuses = new PluginStatuses(this.statuses, rank, plugin.name)
      const result = prepareFilter(plugin, { cluster, pod, statuses })
      results.set(plugin, result)
      if (result.kind === 'filter' && result.perPod === true) {
        this.perPod.push({ plugin: plugin.name, rank, filter: result.filter })
      }
      if (this.endsWith(plugin.name, result)) return []
    }
    return this.profile.filter.flatMap((plugin, rank) => {
      const result = results.get(plugin)
      return result?.kind === 'filter' ? [{ plugin: plugin.name, rank, filter: result.filter }] : []
    })
  }

  /** True when the pod is refused for good and no further plugin runs. */
  private endsWith(plugin: string, result: PreFilterResult): boolean {
    if (result.kind === 'skip') return false
    if (result.kind === 'unknown') {
      this.everywhere = this.statuses.join(this.everywhere, this.statuses.unknown(result.gaps))
      return false
    }
    if (result.kind === 'reject') {
      this.rejection = { plugin, code: result.code, reasons: result.reasons }
      // Unschedulable lets the others run, and the last such verdict stands.
      return result.code !== 'Unschedulable'
    }
    if (result.only !== undefined) {
      this.restrictedBy.push(plugin)
      this.only = intersect(this.only, result.only)
    }
    return false
  }

  candidates(): NodeList {
    const nodeCount = this.cluster.nodes.count
    const { only } = this
    if (only === null) return allNodes(nodeCount)
    const rows = new NodeRows(nodeCount)
    for (let node = 0; node < nodeCount; node++) if (only[node] === 1) rows.push(node)
    return rows
  }

  /** The verdict of nodes that PreFilter left out. */
  outsidePreFilterNodes(): number {
    return this.only === null ? FITS : outsidePreFilterNodes(this.statuses, this.restrictedBy)
  }
}

/** The verdict of nodes outside the set that these plugins named. */
export function outsidePreFilterNodes(statuses: StatusTable, plugins: readonly string[]): number {
  const names = [...new Set(plugins)].sort()
  const reason = `node(s) didn't satisfy plugin(s) [${names.join(' ')}]`
  return statuses.id(OUTSIDE_RANK, names.join(','), 'UnschedulableAndUnresolvable', [reason])
}

function intersect(a: Uint8Array | null, b: Uint8Array): Uint8Array {
  return a === null ? b : a.map((one, node) => one & b[node])
}
