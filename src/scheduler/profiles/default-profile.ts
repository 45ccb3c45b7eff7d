import { DEFAULT_SCHEDULER_NAME } from '../../snapshot/api-defaults.ts'
import { atEveryPoint } from '../framework/extension-points.ts'
import type { Profile } from '../framework/profile.ts'
import { makeProfile } from './make-profile.ts'
import type { EnabledPlugin } from './plugin-lists.ts'
import { pluginOf, type Release } from './releases/release.ts'

const ALL_NODES = 100

/** The default profile's multiPoint list. */
export function defaultPlugins({ plugins }: Release): readonly EnabledPlugin[] {
  return plugins.map(({ name, weight = 0 }) => ({ name, weight }))
}

/** The release's default profile: all nodes are searched. */
export function defaultProfile(release: Release): Profile {
  const enabled = defaultPlugins(release)
  const lists = atEveryPoint((point) =>
    enabled.filter(({ name }) => pluginOf(release, name)?.points.includes(point)),
  )
  return makeProfile({
    schedulerName: DEFAULT_SCHEDULER_NAME,
    release,
    lists,
    configured: new Map(),
    setting: { ignoredResources: [] },
    extenders: [],
    percentageOfNodesToScore: ALL_NODES,
  })
}
