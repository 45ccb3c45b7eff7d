import { NodeRows } from './node-list.ts'
import type { NodeList } from './plugin.ts'
import { inHeapOrder } from './tie-break.ts'

/** The nodes that a search found, in its order; complete before anybody else sees it. */
export class FeasibleNodes extends NodeRows {
  private heapOrder: NodeList | null = null

  /** The same nodes, the one first that upstream's heap prefers among equals; made when first asked for. */
  get inHeapOrder(): NodeList {
    this.heapOrder ??= inHeapOrder(this)
    return this.heapOrder
  }
}
