import type { Notices } from '../framework/notices.ts'
import type { Plugin } from '../framework/plugin.ts'
import type { ClassicRelease } from './profiles/releases.ts'

/** What predicates and priorities are made from. */
export interface ClassicContext {
  readonly release: ClassicRelease
  /** Resources that an extender manages and that the scheduler is told to ignore. */
  readonly ignoredResources: ReadonlySet<string>
  readonly hardPodAffinitySymmetricWeight: number
  /** The releases' known accidents are corrected; see fixes.ts. */
  readonly fixes: boolean
  readonly notices: Notices
}

/** Makes a predicate or priority under the name that the policy gives it. */
export type PluginFactory = (name: string, context: ClassicContext) => Plugin
