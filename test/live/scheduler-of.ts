import type { ApiServer } from '../../src/live/api-server/api-server.ts'
import { ObjectWrites } from '../../src/live/api-server/object-writes.ts'
import { PodWrites } from '../../src/live/api-server/pod-writes.ts'
import { LiveMetrics } from '../../src/live/live-metrics.ts'
import { LiveScheduler } from '../../src/live/live-scheduler.ts'
import type { LiveSchedulerOptions } from '../../src/live/live-scheduler-options.ts'
import { ClusterMirror, type LiveReading } from '../../src/live/mirror/mirror.ts'
import { queueRules } from '../../src/scheduler/around/queue-rules.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import type { ExtenderCalling } from '../../src/use-cases/decisions/call-extenders.ts'

const PROFILE = resolveProfile({ only: [], fixes: false })
if (!PROFILE.ok) throw new Error('no profile')
const { accounting, profiles, name } = PROFILE.value

export const READING = {
  accounting,
  defaulting: false,
  absentKinds: 'empty',
  nodesMax: 100,
} as const

/** For who names no extenders. */
export const CALLS_NOBODY: ExtenderCalling = {
  post: () => Promise.reject(new Error('nobody is to be called')),
  urls: [],
  mayBePrivate: true,
}

/** With the newest release's default profile, for pods of the default scheduler. */
export async function schedulerOf(
  api: ApiServer,
  pods: PodWrites = new PodWrites(api),
  more: Partial<LiveSchedulerOptions> = {},
): Promise<LiveScheduler> {
  return schedulerOn(await ClusterMirror.read(api, READING, ['nodes', 'pods']), pods, api, more)
}

export function schedulerOn(
  read: LiveReading,
  pods: PodWrites,
  api: ApiServer,
  more: Partial<LiveSchedulerOptions> = {},
): LiveScheduler {
  return new LiveScheduler(
    read,
    { pods, objects: new ObjectWrites(api) },
    {
      profiles,
      rules: queueRules(name, undefined),
      isDryRun: false,
      limits: () => ({ volumesMs: 1000, devicesMs: 1000 }),
      metrics: new LiveMetrics(),
      say: () => {},
      calling: CALLS_NOBODY,
      ...more,
    },
  )
}
