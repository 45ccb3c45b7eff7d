import type { Detail } from './detail.ts'
import type { NodeList } from './node-list.ts'
import type { NodeFilter } from './plugin.ts'
import { FITS } from './status-table.ts'

/** A filter whose verdict follows from one column of kinds: each kind's verdict is known beforehand. */
export class StaticFilter implements NodeFilter {
  readonly dependsOn = 'static'
  private readonly kindOfNode: ArrayLike<number>
  private readonly verdictOfKind: ArrayLike<number>
  private readonly detailsOf: (node: number) => readonly Detail[]
  private readonly rejectsSome: boolean

  constructor(
    kindOfNode: ArrayLike<number>,
    verdictOfKind: ArrayLike<number>,
    detailsOf: (node: number) => readonly Detail[],
  ) {
    this.kindOfNode = kindOfNode
    this.verdictOfKind = verdictOfKind
    this.detailsOf = detailsOf
    this.rejectsSome = Array.from(verdictOfKind).some((verdict) => verdict !== FITS)
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    if (!this.rejectsSome) return
    const { kindOfNode, verdictOfKind } = this
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const rejection = verdictOfKind[kindOfNode[node]]
      if (rejection !== FITS) verdict[node] = rejection
    }
  }

  details(node: number): readonly Detail[] {
    return this.detailsOf(node)
  }
}
