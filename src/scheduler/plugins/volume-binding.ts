import { type Plugin, SKIP } from '../plugin.ts'

export function volumeBinding(_args: { storageCapacityScoring: boolean; shape: unknown }): Plugin {
  return { name: 'VolumeBinding', prepareFilter: () => SKIP }
}
