/*
 * Upstream gives the search for devices ten seconds a node, and what it finds by then depends on the
 * machine. Here the steps are counted: a step is a device looked at or a level of the search entered.
 */

/** As far as upstream gets in ten seconds on an ordinary machine, and not far from that. */
const STEPS_PER_NODE = 5_000_000
/** Beyond these a node gets only the least, so that no request takes forever. */
const STEPS_PER_DECISION = 50_000_000
const STEPS_PER_REQUEST = 1_000_000_000
const STEPS_AT_LEAST = 20_000

/** How long the search for devices may go on. */
export class StepBudget {
  /** Left for the node; the search counts it down. */
  left = 0
  private ofNode = 0
  private ofDecision = 0
  private ofRequest = STEPS_PER_REQUEST

  startDecision(): void {
    this.ofDecision = STEPS_PER_DECISION
  }

  startNode(): void {
    const most = Math.min(STEPS_PER_NODE, this.ofDecision, this.ofRequest)
    this.ofNode = Math.max(STEPS_AT_LEAST, most)
    this.left = this.ofNode
  }

  endNode(): void {
    const spent = this.ofNode - this.left
    this.ofDecision -= spent
    this.ofRequest -= spent
  }
}
