import type { Plugin } from '../framework/plugin.ts'
import { READS_NO_IDENTITY } from '../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../framework/plugin-registration.ts'

/** Keeps a pod out of the queue while any of its scheduling gates is set. */
const schedulingGates: Plugin = {
  name: 'SchedulingGates',
  readsOfIdentity: READS_NO_IDENTITY,
  preEnqueue({ signature: { schedulingGates } }) {
    if (schedulingGates.length === 0) return null
    return [`waiting for scheduling gates: [${schedulingGates.join(' ')}]`]
  },
}

export const schedulingGatesPlugin: PluginRegistration = {
  name: 'SchedulingGates',
  summary: 'Keeps pods with scheduling gates out of the queue.',
  points: ['preEnqueue'],
  implementation: withoutArgs(schedulingGates),
}
