import admitOverQuota from './examples/admit-over-quota.json' with { type: 'json' }
import admitWithDefaults from './examples/admit-with-defaults.json' with { type: 'json' }
import decideCircuitBreaker from './examples/decide-circuit-breaker.json' with { type: 'json' }
import decideGroups from './examples/decide-groups.json' with { type: 'json' }
import drainConsolidate from './examples/drain-consolidate.json' with { type: 'json' }
import drainUnderBudget from './examples/drain-under-budget.json' with { type: 'json' }
import evictSilentZone from './examples/evict-silent-zone.json' with { type: 'json' }
import evictTaintedNode from './examples/evict-tainted-node.json' with { type: 'json' }
import lifecycleCrashLoop from './examples/lifecycle-crash-loop.json' with { type: 'json' }
import lifecycleDeletion from './examples/lifecycle-deletion.json' with { type: 'json' }
import queueWaitingPods from './examples/queue-waiting-pods.json' with { type: 'json' }
import simulateBusyHour from './examples/simulate-busy-hour.json' with { type: 'json' }
import type { Example } from './operation.ts'

/** Examples by operation and name. */
export type Examples = ReadonlyMap<string, Readonly<Record<string, Example>>>

/**
 * Whole requests with whole answers. The answers are written by generate.ts,
 * which asks the app; a test asks it again.
 */
export const EXAMPLES: Examples = new Map([
  ['admit', { 'admit-with-defaults': admitWithDefaults, 'admit-over-quota': admitOverQuota }],
  ['decide', { 'decide-circuit-breaker': decideCircuitBreaker, 'decide-groups': decideGroups }],
  ['drain', { 'drain-under-budget': drainUnderBudget, 'drain-consolidate': drainConsolidate }],
  ['evict', { 'evict-tainted-node': evictTaintedNode, 'evict-silent-zone': evictSilentZone }],
  [
    'lifecycle',
    { 'lifecycle-crash-loop': lifecycleCrashLoop, 'lifecycle-deletion': lifecycleDeletion },
  ],
  ['queue', { 'queue-waiting-pods': queueWaitingPods }],
  ['simulate', { 'simulate-busy-hour': simulateBusyHour }],
])
