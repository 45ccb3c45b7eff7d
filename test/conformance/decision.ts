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
    rejected: (Rejection & { node: string })[]
  } | null
  scores?: NodeScore[] | null
  tied?: string[] | null
  preemption?: {
    node: string | null
    victims: Victim[]
    candidates?: { node: string; victims: Victim[]; pdbViolations: number }[]
  } | null
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
