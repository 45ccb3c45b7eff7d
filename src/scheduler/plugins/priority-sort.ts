import type { PluginRegistration } from '../framework/plugin-registration.ts'

/** The queue is the caller's: pods are decided in the order in which they come. */
export const prioritySortPlugin: PluginRegistration = {
  name: 'PrioritySort',
  summary: 'Orders the queue by priority, then by age.',
  points: ['queueSort'],
  implementation: null,
}
