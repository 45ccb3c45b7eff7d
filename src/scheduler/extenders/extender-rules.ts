/** Where releases differ in what they make of an extender's answers, as data. */
export interface ExtenderRules {
  /** What a score of 1 counts before the extender's weight: MaxNodeScore by MaxExtenderPriority. */
  readonly scoreScale: number
  /** A failed node's reason takes the place of the filters' reasons, or is added to them. */
  readonly failures: 'replace' | 'append'
  /** FailedAndUnresolvableNodes is known. */
  readonly knowsUnresolvable: boolean
  /**
   * Nodes that come back whole are scored as they came: without the pods that run on them, and
   * without their images.
   */
  readonly scoresNodesAsReturned: boolean
  /** Ignorable extenders are asked after the others. */
  readonly ignorableLast: boolean
  /** Of several best nodes that an extender scored one is drawn at random. */
  readonly drawsScored: boolean
}
