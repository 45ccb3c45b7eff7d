import { type PluginRegistration, withArgs } from '../../framework/plugin-registration.ts'
import type { PostFilterPlugin, PostFilterRound } from '../../framework/post-filter-plugin.ts'
import { type PreemptionArgs, previewPreemption } from '../../preemption/preemption.ts'
import { DEFAULT_ARGS, readDefaultPreemptionArgs } from './default-preemption-args.ts'

const NAME = 'DefaultPreemption'

/** Looks for less important pods whose removal would let the pod fit; nothing is removed. */
export function defaultPreemption(args: PreemptionArgs): PostFilterPlugin {
  return {
    name: NAME,
    postFilter(round) {
      if (!round.wantsPreemption) return { message: '', ends: false }
      const preemption = previewPreemption(round, args)
      const { node, failed, message } = preemption
      const isTold = tells(round, node >= 0)
      return {
        message: isTold ? `preemption: ${message}` : '',
        ends: node >= 0 || failed,
        preemption,
      }
    },
    groupPostFilter: ({ wantsPreemption, preempt }) =>
      wantsPreemption ? { kind: 'preemption', preemption: preempt() } : null,
  }
}

function tells({ rules: { saysPreemption } }: PostFilterRound, isFound: boolean): boolean {
  return saysPreemption === 'always' || (saysPreemption === 'failed' && !isFound)
}

export const defaultPreemptionPlugin: PluginRegistration = {
  name: NAME,
  summary: 'Finds lower-priority pods whose removal would make room.',
  points: ['preEnqueue', 'postFilter'],
  implementation: withArgs(
    { defaults: DEFAULT_ARGS, read: readDefaultPreemptionArgs },
    defaultPreemption,
  ),
}
