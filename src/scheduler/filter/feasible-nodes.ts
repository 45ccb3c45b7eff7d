import type { NodeList } from '../framework/node-list.ts'
import { NodeRows } from '../framework/node-list.ts'
import { inHeapOrder } from '../score/tie-break.ts'

/** The nodes that a search found, in its order; complete before anybody else sees it. */
export class FeasibleNodes extends NodeRows {
  private heapOrder: NodeList | null = null

  /** The same nodes, the one first that upstream's heap prefers among equals; made when first asked for. */
  get inHeapOrder(): NodeList {
    this.heapOrder ??= inHeapOrder(this)
    return this.heapOrder
  }
}
