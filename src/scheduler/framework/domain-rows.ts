import type { NodeMarks } from './node-marks.ts'

const known = new WeakMap<Int32Array, DomainRows>()

/** The nodes of each topology domain of one key, listed when first asked for. */
export class DomainRows {
  private readonly domain: Int32Array
  private readonly domainCount: number
  /** Rows sorted by domain, and where each domain starts. */
  private sorted: { readonly rows: Int32Array; readonly start: Int32Array } | null = null

  /** `domain`: by node, below `domainCount`; a label column that stays as it is, and whose rows all share. */
  static of(domain: Int32Array, domainCount: number): DomainRows {
    let rows = known.get(domain)
    if (rows === undefined) {
      rows = new DomainRows(domain, domainCount)
      known.set(domain, rows)
    }
    return rows
  }

  private constructor(domain: Int32Array, domainCount: number) {
    this.domain = domain
    this.domainCount = domainCount
  }

  mark(domain: number, marks: NodeMarks): void {
    for (const node of this.of(domain)) marks.mark(node)
  }

  /** In the order of the nodes. */
  of(domain: number): Int32Array {
    this.sorted ??= this.sort()
    const { rows, start } = this.sorted
    return rows.subarray(start[domain], start[domain + 1])
  }

  private sort(): { rows: Int32Array; start: Int32Array } {
    const { domain, domainCount } = this
    const start = new Int32Array(domainCount + 1)
    for (let node = 0; node < domain.length; node++) start[domain[node] + 1]++
    for (let id = 0; id < domainCount; id++) start[id + 1] += start[id]
    const next = start.slice()
    const rows = new Int32Array(domain.length)
    for (let node = 0; node < domain.length; node++) rows[next[domain[node]]++] = node
    return { rows, start }
  }
}
