/** A victim as Berth names it; `terminating` ones were already being deleted. */
export interface Victim {
  namespace: string
  name: string
  terminating?: boolean
}

/** The part of one decision on the wire that the real scheduler's answer can be held against. */
export interface Decision {
  pod: { namespace: string; name: string }
  outcome: string
  node?: string | null
  message?: string | null
  filter: {
    preFilter: Rejection | null
    feasible: string[]
    allocations?: Record<string, ClaimAllocation[]>
    rejected: (Rejection & { node: string })[]
  } | null
  scores?: NodeScore[] | null
  tied?: string[] | null
  claims?: PlacedClaim[]
  extendedResources?: unknown[]
  deallocations?: string[]
  preemption?: {
    node: string | null
    victims: Victim[]
    candidates?: { node: string; victims: Victim[]; pdbViolations: number }[]
  } | null
}

/** What a claim would be given on a node, as in its status. */
export interface ClaimAllocation {
  claim: string
  allocation: Allocation
}

/** A claim as it is with its pod placed. */
export interface PlacedClaim extends ClaimAllocation {
  reservedFor?: string[]
  requests?: unknown[]
}

export interface Allocation {
  devices?: { results?: { shareID?: string }[] }
  allocationTimestamp?: string
}

/** Why a node, or with `preFilter` the whole pod, was rejected, and by whom. */
export interface Rejection {
  plugin: string
  code: string
  reasons: string[]
}

/** What one feasible node was worth, in all and by plugin. */
export interface NodeScore {
  node: string
  total: number
  plugins: Record<string, { score: number; weight: number; weighted: number }>
}
