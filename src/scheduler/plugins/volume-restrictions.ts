import { type Plugin, SKIP } from '../plugin.ts'

export function volumeRestrictions(): Plugin {
  return { name: 'VolumeRestrictions', prepareFilter: () => SKIP }
}
