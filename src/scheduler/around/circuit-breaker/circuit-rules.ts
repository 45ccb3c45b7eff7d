/** Every threshold of the circuit breaker; schemas/decisions/circuit-breaker.ts has the defaults. */
export interface CircuitRules {
  /** How long a failure counts. */
  readonly windowSeconds: number
  /** Owners whose pods must have failed on a node for its circuit to open. */
  readonly ownersToOpen: number
  readonly coolDownSeconds: number
  /** Pods let through a half-open circuit in one request. */
  readonly halfOpenPods: number
  /** Of all nodes, how many may be withheld at once. */
  readonly maxOpenShare: number
  /** Nodes on which an owner must have been the first to fail for it to be quarantined. */
  readonly nodesToQuarantine: number
  /** Of the nodes that have news of the owner, how many these must be. */
  readonly quarantineShare: number
  readonly quarantineCoolDownSeconds: number
  /** 0: failures do not count in the scores. */
  readonly scoreWeight: number
  /** An owner's failures on a node that bring it down to score 0. */
  readonly failuresForWorstScore: number
}

/** What became of one pod on one node. */
export interface PodFeedback {
  readonly node: string
  /** namespace/Kind/name of its controller; of a pod without one, of itself. */
  readonly owner: string
  readonly failed: boolean
  readonly timeMs: number
}
