import { type Plugin, SKIP } from '../plugin.ts'

export function volumeZone(): Plugin {
  return { name: 'VolumeZone', prepareFilter: () => SKIP }
}
