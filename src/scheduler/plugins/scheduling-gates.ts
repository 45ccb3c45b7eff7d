import type { Plugin } from '../framework/plugin.ts'
import { READS_NO_IDENTITY } from '../framework/plugin.ts'

/** Keeps a pod out of the queue while any of its scheduling gates is set. */
export const schedulingGates: Plugin = {
  name: 'SchedulingGates',
  readsOfIdentity: READS_NO_IDENTITY,
  preEnqueue({ signature: { schedulingGates } }) {
    if (schedulingGates.length === 0) return null
    return [`waiting for scheduling gates: [${schedulingGates.join(' ')}]`]
  },
}
