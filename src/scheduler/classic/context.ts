import type { Notices } from '../notices.ts'
import type { Plugin } from '../plugin.ts'
import type { RejectionTable } from '../rejections.ts'
import { FIXES, type FixName } from './fixes.ts'
import type { ClassicRelease } from './releases.ts'

/** What predicates and priorities are made from. */
export interface ClassicContext {
  readonly release: ClassicRelease
  /** Resources that an extender manages and that the scheduler is told to ignore. */
  readonly ignoredResources: ReadonlySet<string>
  readonly hardPodAffinitySymmetricWeight: number
  /** The releases' known accidents are corrected; see GET /v1/profiles for which. */
  readonly fixes: boolean
  readonly notices: Notices
}

/** Makes a predicate or priority under the name that the policy gives it. */
export type Maker = (name: string, context: ClassicContext) => Plugin

/** What to call when a correction changed a verdict or a score. */
export function correctedBy({ notices }: ClassicContext, fix: FixName, rule: string): () => void {
  const message = `changed what ${rule} says: ${FIXES.get(fix)}`
  return () => notices.add('fixed', fix, message)
}

/** The verdict with these reasons; one that no preemption removes makes it final. */
export function refusal(
  table: RejectionTable,
  { finalReasons }: ClassicRelease,
  ...reasons: string[]
): number {
  const isFinal = reasons.some((reason) => finalReasons.has(reason))
  return table.id(isFinal ? 'UnschedulableAndUnresolvable' : 'Unschedulable', ...reasons)
}
