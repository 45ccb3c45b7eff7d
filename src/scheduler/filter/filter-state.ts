import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../snapshot/pods/pod-signature.ts'
import type { NodeList } from '../framework/node-list.ts'
import { NodeRows, WORK_ROWS } from '../framework/node-list.ts'
import { NodeMarks } from '../framework/node-marks.ts'
import type { NodeFilter } from '../framework/plugin.ts'
import { FITS, type StatusTable } from '../framework/status-table.ts'

/** A filter that takes part in this pod's cycle; `rank` is its place in the profile. */
export interface RankedFilter {
  readonly plugin: string
  readonly rank: number
  readonly filter: NodeFilter
}

/** Until something is. */
const NOTHING_UNKNOWN = new Int32Array(0)

/**
 * Every node's verdict for one kind of pod: the first filter, in the profile's order, that rejects
 * it. Verdicts are kept, and renewed for the nodes where a change of pods may matter.
 */
export class FilterState {
  readonly filters: readonly RankedFilter[]
  readonly statuses: StatusTable
  private readonly local: readonly RankedFilter[]
  /** The local ones from the first on that is not static, whose rank this is. */
  private readonly dynamic: readonly RankedFilter[]
  private readonly firstDynamicRank: number
  private readonly global: readonly RankedFilter[]
  /** Those that are to be told of pods that come and go. */
  private readonly counting: readonly NodeFilter[]
  private isNew = true
  private isJudged = false
  /** The candidates that no static filter rejects; known once all are to be judged again. */
  private open: NodeRows | null = null
  /** The verdicts of the filters that read no other node. */
  private readonly localVerdict: Int32Array
  /** Those of all filters; null until one that reads the cluster has something to judge. */
  private allVerdict: Int32Array | null = null
  private readonly changed: NodeMarks
  private readonly affected: NodeMarks
  private readonly rows: NodeRows = WORK_ROWS
  private readonly wasFeasible: Uint8Array
  /** By node: the unknown verdict that stands where no filter rejects it. */
  private unknown: Int32Array = NOTHING_UNKNOWN
  readonly everywhere: number
  /** All nodes are to be judged again by the filters of this rank and later ones. */
  private staleRank = Number.POSITIVE_INFINITY
  private readonly flipped: NodeRows = new NodeRows()

  /**
   * `nodes`: the candidates; `outside` is the verdict of all others; `everywhere` is the unknown
   * verdict of all candidates that no filter rejects, if there is one.
   */
  constructor(
    filters: readonly RankedFilter[],
    statuses: StatusTable,
    nodeCount: number,
    nodes: NodeList,
    outside: number,
    everywhere: number = FITS,
  ) {
    this.filters = filters
    this.everywhere = everywhere
    this.statuses = statuses
    this.local = filters.filter(({ filter }) => filter.dependsOn !== 'cluster')
    const dynamic = this.local.findIndex(({ filter }) => filter.dependsOn !== 'static')
    this.dynamic = dynamic < 0 ? [] : this.local.slice(dynamic)
    this.firstDynamicRank = this.dynamic[0]?.rank ?? Number.POSITIVE_INFINITY
    this.counting = filters
      .map(({ filter }) => filter)
      .filter(({ podChanged }) => podChanged !== undefined)
    this.global = filters.filter(({ filter }) => filter.dependsOn === 'cluster')
    this.localVerdict = new Int32Array(nodeCount)
    this.changed = new NodeMarks(nodeCount)
    this.affected = new NodeMarks(nodeCount)
    this.wasFeasible = new Uint8Array(nodeCount)
    this.localVerdict.fill(outside)
    for (let index = 0; index < nodes.length; index++) this.localVerdict[nodes.at[index]] = FITS
    this.changed.markAll()
    this.refresh()
  }

  get verdict(): Int32Array {
    return this.allVerdict ?? this.localVerdict
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const filter of this.counting) filter.podChanged?.(pod, node, sign)
    this.changed.mark(node)
  }

  /** A filter's verdicts hold nowhere any more. */
  outdate(rank: number): void {
    this.staleRank = Math.min(this.staleRank, rank)
  }

  /** Judges again where pods came or went. Gives the nodes whose feasibility changed, until the next call. */
  refresh(): NodeList {
    const { changed, affected } = this
    affected.markEach(changed.rows)
    for (const { filter } of this.global) {
      if (filter.markAffected === undefined) affected.markAll()
      else filter.markAffected(affected)
    }
    this.judgeLocally(changed.rows)
    this.judgeOutdated()
    if (this.allVerdict === null && this.global.some(isActive)) {
      this.allVerdict = new Int32Array(this.localVerdict.length)
      affected.markAll()
    }
    if (this.allVerdict !== null) this.judgeGlobally(affected.rows, this.allVerdict)
    this.noteFeasible(affected.rows)
    this.isNew = false
    changed.clear()
    affected.clear()
    return this.flipped
  }

  /** The pod gives way to one that differs only in how much it asks for. */
  follow(pod: PodSignature): void {
    for (const { filter } of this.filters) filter.follow?.(pod)
    this.changed.markAll()
  }

  /** What the first filters find in what nodes are, they find once; but for what they cannot tell. */
  private judgeLocally(nodes: NodeList): void {
    const { rows, localVerdict, statuses } = this
    this.noteUnknown()
    const isFirst = !this.isJudged || statuses.hasUnknown
    const filters = isFirst ? this.local : this.dynamic
    this.isJudged = true
    if (isFirst) this.collectFrom(nodes, 0)
    else if (nodes.length === localVerdict.length) rows.copyFrom(this.openNodes())
    else this.collectFrom(nodes, this.firstDynamicRank)
    this.judgeRows(filters)
  }

  private judgeRows(filters: readonly RankedFilter[]): void {
    const { rows, localVerdict, statuses } = this
    fillRows(localVerdict, rows, FITS)
    if (statuses.hasUnknown) fillRows(this.unknown, rows, this.everywhere)
    for (let at = 0; at < filters.length; at++) {
      if (at > 0) rows.keepFitting(localVerdict)
      if (rows.length === 0) break
      filters[at].filter.filter(rows, localVerdict)
      this.setUnknownAside(rows, localVerdict)
    }
    this.putUnknownBack(rows, localVerdict)
  }

  /** As far as all is known: where something is not, all is prepared anew. */
  private judgeOutdated(): void {
    const { affected, staleRank } = this
    if (staleRank === Number.POSITIVE_INFINITY) return
    this.staleRank = Number.POSITIVE_INFINITY
    affected.markAll()
    this.collectFrom(affected.rows, staleRank)
    this.judgeRows(this.local.filter(({ rank }) => rank >= staleRank))
  }

  private openNodes(): NodeList {
    if (this.open !== null) return this.open
    this.open = new NodeRows(this.localVerdict.length)
    this.collectFrom(this.changed.rows, this.firstDynamicRank)
    this.open.copyFrom(this.rows)
    return this.open
  }

  /** The nodes that no filter before the one of this rank rejects. */
  private collectFrom({ at, length }: NodeList, rank: number): void {
    const { rows, localVerdict, statuses } = this
    rows.clear()
    for (let index = 0; index < length; index++) {
      const node = at[index]
      if (localVerdict[node] === FITS || statuses.rank(localVerdict[node]) >= rank) rows.push(node)
    }
  }

  private noteUnknown(): void {
    if (!this.statuses.hasUnknown || this.unknown !== NOTHING_UNKNOWN) return
    this.unknown = new Int32Array(this.localVerdict.length)
  }

  /** What later filters know for certain stands before what earlier ones cannot tell. */
  private setUnknownAside(nodes: NodeList, verdict: Int32Array): void {
    const { statuses } = this
    if (!statuses.hasUnknown) return
    this.noteUnknown()
    const { unknown } = this
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (!statuses.isUnknown(verdict[node])) continue
      unknown[node] = statuses.join(unknown[node], verdict[node])
      verdict[node] = FITS
    }
  }

  private putUnknownBack(nodes: NodeList, verdict: Int32Array): void {
    if (!this.statuses.hasUnknown) return
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (verdict[node] === FITS) verdict[node] = this.unknown[node]
    }
  }

  /** Whether it is the verdict of the nodes that PreFilter left out. */
  isOutside(verdict: number): boolean {
    return verdict !== FITS && this.statuses.rank(verdict) < 0
  }

  /** An earlier filter's verdict stands; a later one's gives way. */
  private judgeGlobally(nodes: NodeList, verdict: Int32Array): void {
    const { localVerdict } = this
    const { at: rows, length } = nodes
    if (length === verdict.length) verdict.set(localVerdict)
    else
      for (let index = 0; index < length; index++) verdict[rows[index]] = localVerdict[rows[index]]
    if (this.statuses.hasUnknown) fillRows(this.unknown, nodes, FITS)
    this.setUnknownAside(nodes, verdict)
    for (const ranked of this.global) {
      if (!isActive(ranked)) continue
      const { filter, rank } = ranked
      this.collectOpen(nodes, rank)
      filter.filter(this.rows, verdict)
      this.setUnknownAside(this.rows, verdict)
    }
    this.putUnknownBack(nodes, verdict)
  }

  private collectOpen(nodes: NodeList, rank: number): void {
    const { rows, verdict, statuses } = this
    rows.clear()
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (verdict[node] === FITS || statuses.rank(verdict[node]) > rank) rows.push(node)
    }
  }

  /** At first none was, and nobody asks which came. */
  private noteFeasible({ at: rows, length }: NodeList): void {
    const { verdict, wasFeasible, flipped, isNew } = this
    const areAll = length === verdict.length
    flipped.clear()
    for (let index = 0; index < length; index++) {
      const node = areAll ? index : rows[index]
      const isFeasible = verdict[node] === FITS ? 1 : 0
      if (wasFeasible[node] === isFeasible) continue
      wasFeasible[node] = isFeasible
      if (!isNew) flipped.push(node)
    }
  }

  /** The filters that have something to judge now: what PreFilter did not skip. */
  active(): readonly RankedFilter[] {
    return this.filters.filter(isActive)
  }
}

function isActive({ filter }: RankedFilter): boolean {
  return filter.isActive === undefined || filter.isActive()
}

function fillRows(column: Int32Array, { at: rows, length }: NodeList, value: number): void {
  if (length === column.length) column.fill(value)
  else for (let index = 0; index < length; index++) column[rows[index]] = value
}
