import type { DecisionView } from '../../src/explain/decision-view.ts'
import { viewDecision } from '../../src/explain/view-decision.ts'
import type { CycleOptions } from '../../src/scheduler/cycle.ts'
import { decide } from '../../src/scheduler/decide.ts'
import type { ProfileSet } from '../../src/scheduler/framework/profile.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import { readCluster } from '../../src/snapshot/read.ts'
import type { AbsentKinds } from '../../src/snapshot/reads.ts'
import type { Json } from './make-node.ts'

export interface DecideOptions extends Partial<CycleOptions> {
  readonly profile?: string
  readonly config?: unknown
  /** Instead of what the profile's name and configuration give. */
  readonly profiles?: ProfileSet
  readonly defaulting?: boolean
  /** Empty unless a test says otherwise: most give only what they are about. */
  readonly absentKinds?: AbsentKinds
}

/** Decides pods against a snapshot, without HTTP; every decision whole. */
export function decideAll(
  snapshot: Json,
  pods: readonly Json[],
  options: DecideOptions = {},
): DecisionView[] {
  const { profile, config, defaulting = false, absentKinds = 'empty', ...rest } = options
  const resolved = resolveProfile({ profile, config, only: [], fixes: false })
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.error))
  const { accounting } = resolved.value
  const { profiles = resolved.value.profiles } = rest
  const read = readCluster(
    { snapshot, pods },
    { accounting, absentKinds, defaulting, nodesMax: 15_000 },
  )
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const cycle: CycleOptions = {
    tieBreak: { kind: 'upstream' },
    preemption: true,
    startIndex: 0,
    roundRobin: 0,
    nowMs: null,
    ...rest,
  }
  return Array.from(decide(read.value.cluster, profiles, read.value.pods, cycle), (decision) =>
    viewDecision(decision, read.value.cluster.nodes, 'full', cycle.nowMs),
  )
}

/** The decision of one pod. */
export function decideOne(snapshot: Json, pod: Json, options: DecideOptions = {}): DecisionView {
  const [decision] = decideAll(snapshot, [pod], options)
  if (decision === undefined) throw new Error('no decision')
  return decision
}
