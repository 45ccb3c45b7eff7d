import type { PluginRegistration } from '../framework/plugin-registration.ts'

/** Binding is the caller's; a decision has what to post. */
export const defaultBinderPlugin: PluginRegistration = {
  name: 'DefaultBinder',
  summary: 'Binds the pod to its node.',
  points: ['bind'],
  implementation: null,
}
