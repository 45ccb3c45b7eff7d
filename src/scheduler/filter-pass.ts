import type { Pod } from '../snapshot/cluster.ts'
import { NodeRows } from './node-list.ts'
import type { NodeFilter, NodeList } from './plugin.ts'
import { FITS, type Rejections } from './rejections.ts'

/** A filter that takes part in this pod's cycle; `rank` is its place in the profile. */
export interface RankedFilter {
  readonly plugin: string
  readonly rank: number
  readonly filter: NodeFilter
}

/**
 * Every node's verdict for one kind of pod: the first filter, in the profile's order, that rejects
 * it. Verdicts of filters that read only the node are kept, and renewed for nodes that changed.
 */
export class FilterPass {
  readonly filters: readonly RankedFilter[]
  readonly rejections: Rejections
  private readonly local: readonly RankedFilter[]
  private readonly global: readonly RankedFilter[]
  private readonly localVerdict: Int32Array
  private readonly fullVerdict: Int32Array
  private readonly nodes: NodeList
  private readonly rows: NodeRows
  private current: Int32Array

  /** `nodes`: the candidates; `outside` is the verdict of all others. */
  constructor(
    filters: readonly RankedFilter[],
    rejections: Rejections,
    nodeCount: number,
    nodes: NodeList,
    outside: number,
  ) {
    this.filters = filters
    this.rejections = rejections
    this.local = filters.filter(({ filter }) => filter.reads !== 'cluster')
    this.global = filters.filter(({ filter }) => filter.reads === 'cluster')
    this.nodes = nodes
    this.rows = new NodeRows(nodeCount)
    this.localVerdict = new Int32Array(nodeCount)
    this.fullVerdict = new Int32Array(nodeCount)
    if (nodes.length < nodeCount) this.localVerdict.fill(outside)
    for (let index = 0; index < nodes.length; index++) this.localVerdict[nodes.at[index]] = FITS
    this.current = this.localVerdict
    this.judgeLocally(nodes)
    this.judgeGlobally()
  }

  get verdict(): Int32Array {
    return this.current
  }

  get readsCluster(): boolean {
    return this.global.length > 0
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const { filter } of this.filters) filter.podChanged?.(pod, node, sign)
  }

  /** Judges again after pods came to the listed nodes. True when some node's feasibility may have changed. */
  refresh(changed: NodeList): boolean {
    const wasGlobal = this.current === this.fullVerdict
    const flipped = this.judgeLocally(changed)
    this.judgeGlobally()
    return flipped || wasGlobal || this.current === this.fullVerdict
  }

  private judgeLocally(nodes: NodeList): boolean {
    const { rows, localVerdict } = this
    const fitting = this.countFitting(nodes)
    rows.clear()
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (this.isOutside(localVerdict[node])) continue
      localVerdict[node] = FITS
      rows.push(node)
    }
    for (const { filter } of this.local) {
      if (rows.length === 0) break
      filter.filter(rows, localVerdict)
      rows.keepFitting(localVerdict)
    }
    return this.countFitting(nodes) !== fitting || nodes.length > 1
  }

  private isOutside(verdict: number): boolean {
    return verdict !== FITS && this.rejections.rank(verdict) < 0
  }

  private countFitting(nodes: NodeList): number {
    let count = 0
    for (let index = 0; index < nodes.length; index++) {
      if (this.localVerdict[nodes.at[index]] === FITS) count++
    }
    return count
  }

  /** An earlier filter's verdict stands; a later one's gives way. */
  private judgeGlobally(): void {
    this.current = this.localVerdict
    for (const { filter, rank } of this.global) {
      if (filter.isActive !== undefined && !filter.isActive()) continue
      if (this.current === this.localVerdict) {
        this.fullVerdict.set(this.localVerdict)
        this.current = this.fullVerdict
      }
      this.collectOpen(rank)
      filter.filter(this.rows, this.current)
    }
  }

  private collectOpen(rank: number): void {
    const { rows, nodes, current, rejections } = this
    rows.clear()
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const verdict = current[node]
      if (verdict === FITS || rejections.rank(verdict) > rank) rows.push(node)
    }
  }

  /** The filters that have something to judge now: what PreFilter did not skip. */
  active(): readonly RankedFilter[] {
    return this.filters.filter(({ filter }) => filter.isActive === undefined || filter.isActive())
  }
}
