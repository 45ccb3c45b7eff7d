import type { ControlledNode } from '../cluster/controlled-node.ts'
import type { ZoneCount } from './zone-state.ts'

interface CountedNode {
  readonly zone: string
  readonly isReady: boolean
  /** Labelled so that it is left out of the count. */
  readonly isExcluded: boolean
}

/** How many nodes of each zone are ready, kept up to date node by node. */
export class ReadyCounts {
  /** Zones with at least one node that counts. */
  readonly byZone: Map<string, ZoneCount> = new Map()
  private readonly byNode = new Map<string, CountedNode>()
  /** Nodes of each zone that do not count. */
  private readonly excluded = new Map<string, number>()

  set({ name, zone, isExcluded }: ControlledNode, isReady: boolean): void {
    this.delete(name)
    this.byNode.set(name, { zone, isReady, isExcluded })
    if (isExcluded) return void this.excluded.set(zone, (this.excluded.get(zone) ?? 0) + 1)
    const count = this.byZone.get(zone) ?? { ready: 0, notReady: 0 }
    if (isReady) count.ready++
    else count.notReady++
    this.byZone.set(zone, count)
  }

  delete(name: string): void {
    const known = this.byNode.get(name)
    if (known === undefined) return
    this.byNode.delete(name)
    const { zone, isExcluded } = known
    if (isExcluded) return void this.excluded.set(zone, (this.excluded.get(zone) ?? 0) - 1)
    const count = this.byZone.get(zone)
    if (count === undefined) return
    if (known.isReady) count.ready--
    else count.notReady--
    if (count.ready + count.notReady === 0) this.byZone.delete(zone)
  }

  /** The zone has nodes, if only such as do not count. */
  hasNodes(zone: string): boolean {
    return this.byZone.has(zone) || (this.excluded.get(zone) ?? 0) > 0
  }
}
