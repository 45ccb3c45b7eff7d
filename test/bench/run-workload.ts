import { viewClaims } from '../../src/explain/view-claims.ts'
import { SchedulingCycle, USUAL_CYCLE } from '../../src/scheduler/cycle.ts'
import type { PlacedClaim } from '../../src/scheduler/framework/placed-claims.ts'
import type { Preemption } from '../../src/scheduler/preemption/preemption.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import type { ClusterEditor } from '../../src/snapshot/edits/cluster-editor.ts'
import { ROOT } from '../../src/snapshot/json/json-path.ts'
import { readEditableCluster } from '../../src/snapshot/read.ts'
import type { WorkloadRequest } from './workloads.ts'

/** What one run took, and what it answered. */
export interface RunResult {
  /** From the bytes of the request to the cluster in columns. */
  readonly decodeMs: number
  /** All decisions, each assumed for the next. */
  readonly engineMs: number
  /** By pod: the node's name, null where it fits nowhere. */
  readonly places: readonly (string | null)[]
  /** By pod: the names of those it displaced. */
  readonly victims: readonly (readonly string[])[]
  /** By pod: its claims with their devices. */
  readonly claims: readonly (readonly PlacedClaim[])[]
}

/**
 * Reads a request and decides all its pods. One that displaces others takes their place at once.
 */
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
  const read = readEditableCluster(request, options)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const decoded = performance.now()

  const { cluster, pods, editor } = read.value
  const rows: number[] = []
  const cycle = new SchedulingCycle(cluster, profiles, USUAL_CYCLE)
  const claims: (readonly PlacedClaim[])[] = []
  const victims: (readonly string[])[] = []
  for (const { pod } of pods) {
    const decision = cycle.decide(pod)
    const { preemption } = decision
    const leaving = victimsOf(preemption)
    const node = preemption?.node ?? decision.node
    for (const name of leaving) remove(editor, name)
    if (node >= 0) cycle.assume({ pod, node })
    rows.push(node)
    claims.push(viewClaims(decision).claims ?? [])
    victims.push(leaving)
  }
  const decided = performance.now()

  const places = rows.map((node) => cluster.nodes.names[node] ?? null)
  return { decodeMs: decoded - start, engineMs: decided - decoded, places, victims, claims }
}

function victimsOf(preemption: Preemption | null): readonly string[] {
  const chosen = preemption?.candidates.find(({ node }) => node === preemption.node)
  return chosen?.victims.map(({ pod }) => pod.name) ?? []
}

function remove(editor: ClusterEditor, name: string): void {
  const edited = editor.apply({
    path: ROOT,
    remove: [{ kind: 'Pod', namespace: 'default', name }],
  })
  if (!edited.ok) throw new Error(JSON.stringify(edited.error))
}
