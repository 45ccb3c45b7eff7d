import { viewClaims } from '../../src/explain/view-claims.ts'
import { decide } from '../../src/scheduler/decide.ts'
import type { PlacedClaim } from '../../src/scheduler/framework/placed-claims.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import { readCluster } from '../../src/snapshot/read.ts'
import type { WorkloadRequest } from './workloads.ts'

/** What one run took, and what it answered. */
export interface RunResult {
  /** From the bytes of the request to the cluster in columns. */
  readonly decodeMs: number
  /** All decisions, each assumed for the next. */
  readonly engineMs: number
  /** By pod: the node's name, null where it fits nowhere. */
  readonly places: readonly (string | null)[]
  /** By pod: its claims with their devices. */
  readonly claims: readonly (readonly PlacedClaim[])[]
}

/** Reads a request and decides all its pods. */
export function runWorkload(body: Uint8Array): RunResult {
  const resolved = resolveProfile({ only: [], fixes: false })
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.error))
  const { profiles, accounting } = resolved.value

  const start = performance.now()
  const request: WorkloadRequest = JSON.parse(new TextDecoder().decode(body))
  const options = {
    accounting,
    absentKinds: 'unknown',
    defaulting: true,
    nodesMax: 15_000,
  } as const
  const read = readCluster(request, options)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const decoded = performance.now()

  const { cluster, pods } = read.value
  const rows: number[] = []
  const cycle = {
    tieBreak: { kind: 'upstream' },
    preemption: true,
    startIndex: 0,
    roundRobin: 0,
    nowMs: null,
  } as const
  const claims: (readonly PlacedClaim[])[] = []
  for (const decision of decide(cluster, profiles, pods, cycle)) {
    rows.push(decision.node)
    claims.push(viewClaims(decision).claims ?? [])
  }
  const decided = performance.now()

  const places = rows.map((node) => cluster.nodes.names[node] ?? null)
  return { decodeMs: decoded - start, engineMs: decided - decoded, places, claims }
}
