import type { QueueRules } from '../scheduler/around/queue-rules.ts'
import { type CycleOptions, USUAL_CYCLE } from '../scheduler/cycle.ts'
import type { ProfileSet } from '../scheduler/framework/profile.ts'
import type { ExtenderCalling } from '../use-cases/decisions/call-extenders.ts'
import type { BindingLimits } from './binding/pre-bindings.ts'
import type { Extenders } from './extenders.ts'
import type { LiveMetrics } from './live-metrics.ts'

export interface LiveSchedulerOptions {
  /** By the schedulerName of their pods. */
  readonly profiles: ProfileSet
  readonly rules: QueueRules
  /** Decides, says so, and writes nothing. */
  readonly isDryRun: boolean
  readonly limits: (schedulerName: string) => BindingLimits
  readonly metrics: LiveMetrics
  readonly say: (line: string) => void
  /** How the extenders of the profiles are called. */
  readonly calling: ExtenderCalling
}

/** All are asked anew for each pod; victims that have not started count as started now. */
export function cycleOptions(startIndex: () => number, extenders: Extenders): CycleOptions {
  return {
    ...USUAL_CYCLE,
    get nowMs() {
      return Date.now()
    },
    get startIndex() {
      return startIndex()
    },
    get extenders() {
      return extenders.replies
    },
  }
}
