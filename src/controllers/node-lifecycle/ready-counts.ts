import type { ControlledNode } from '../cluster/controlled-node.ts'
import type { ZoneCount } from './zone-state.ts'

/** How many nodes of each zone are ready, kept up to date node by node. */
export class ReadyCounts {
  /** Zones with at least one node that counts. */
  readonly byZone: Map<string, ZoneCount> = new Map()
  private readonly byNode = new Map<string, { readonly zone: string; readonly isReady: boolean }>()

  /** Nodes labelled so are left out of the count. */
  set({ name, zone, isExcluded }: ControlledNode, isReady: boolean): void {
    this.delete(name)
    if (isExcluded) return
    this.byNode.set(name, { zone, isReady })
    const count = this.byZone.get(zone) ?? { ready: 0, notReady: 0 }
    if (isReady) count.ready++
    else count.notReady++
    this.byZone.set(zone, count)
  }

  delete(name: string): void {
    const known = this.byNode.get(name)
    const count = known && this.byZone.get(known.zone)
    if (known === undefined || count === undefined) return
    this.byNode.delete(name)
    if (known.isReady) count.ready--
    else count.notReady--
    if (count.ready + count.notReady === 0) this.byZone.delete(known.zone)
  }
}
