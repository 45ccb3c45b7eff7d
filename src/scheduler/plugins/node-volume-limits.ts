import { type Plugin, SKIP } from '../plugin.ts'

export function nodeVolumeLimits(_args: { requiresDriver: boolean }): Plugin {
  return { name: 'NodeVolumeLimits', prepareFilter: () => SKIP }
}
