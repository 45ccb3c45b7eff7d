import { reasonOf } from '../reason-of.ts'
import type { ProfileSet } from '../scheduler/framework/profile.ts'
import type { ReadOptions } from '../snapshot/read.ts'
import type { SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { ApiServer } from './api-server/api-server.ts'
import { ObjectWrites } from './api-server/object-writes.ts'
import { pause } from './api-server/pause.ts'
import { PodWrites } from './api-server/pod-writes.ts'
import type { LeaderElection } from './leader-election.ts'
import { LiveScheduler } from './live-scheduler.ts'
import type { LiveSchedulerOptions } from './live-scheduler-options.ts'
import { ClusterMirror } from './mirror/mirror.ts'

const RETRY_MS = 1000
/** Without a turn of its loop for so long a scheduler is stuck. */
const STUCK_MS = 60_000

export interface LiveRunOptions extends LiveSchedulerOptions {
  readonly reading: ReadOptions
  /** Null: it is the only one. */
  readonly election: LeaderElection | null
  /** Something went wrong, and is tried again. */
  readonly note: (line: string) => void
}

/** A scheduler from its start to its end: leads, reads the cluster, schedules, and reads it anew where something was missed. */
export class LiveRun {
  private readonly api: ApiServer
  private readonly options: LiveRunOptions
  private scheduler: LiveScheduler | null = null
  private isWaitingToLead = false

  constructor(api: ApiServer, options: LiveRunOptions) {
    this.api = api
    this.options = options
  }

  /** It schedules, or stands by. */
  get isReady(): boolean {
    return this.scheduler !== null || this.isWaitingToLead
  }

  get isHealthy(): boolean {
    return this.scheduler === null || Date.now() - this.scheduler.turnedMs < STUCK_MS
  }

  /** Until `stop`; false when another process leads: then nothing may be assumed any more. */
  async run(stop: AbortSignal): Promise<boolean> {
    const { election, say } = this.options
    if (election === null) {
      await this.schedule(stop)
      return true
    }
    this.isWaitingToLead = true
    if (!(await election.lead(stop))) return true
    this.isWaitingToLead = false
    say('leads')
    const lost = new AbortController()
    const either = AbortSignal.any([stop, lost.signal])
    const keeping = election.keep(either).finally(() => lost.abort())
    await this.schedule(either)
    await keeping
    if (!stop.aborted) return false
    await election.release().catch(() => {})
    return true
  }

  private async schedule(stop: AbortSignal): Promise<void> {
    const { api, options } = this
    const { reading, say, note } = options
    const writes = { pods: new PodWrites(api), objects: new ObjectWrites(api) }
    while (!stop.aborted) {
      try {
        const read = await ClusterMirror.read(api, reading, keptFor(options.profiles))
        const { mirror } = read
        const names = [...options.profiles.keys()].join(', ')
        say(`schedules the pods of ${names} on ${mirror.cluster.nodes.count} nodes`)
        this.scheduler = new LiveScheduler(read, writes, options)
        await scheduleOn(mirror, this.scheduler, stop)
        if (mirror.isWorn) note('reads the cluster anew: many edits have come together')
      } catch (error) {
        note(`reads the cluster anew: ${reasonOf(error)}`)
        await pause(RETRY_MS, stop)
      } finally {
        this.scheduler = null
      }
    }
  }
}

/** Until it is told to stop, or something was missed: then nothing is decided any more. */
async function scheduleOn(
  mirror: ClusterMirror,
  scheduler: LiveScheduler,
  stop: AbortSignal,
): Promise<void> {
  const ended = new AbortController()
  const end = () => ended.abort()
  // It may have come while the cluster was read, when nobody could hear it.
  const either = AbortSignal.any([stop, ended.signal])
  const following = mirror
    .follow(either, (kind, type, object) => scheduler.changed(kind, type, object))
    .finally(end)
  const running = scheduler.run(either).finally(end)
  const [followed, ran] = await Promise.allSettled([following, running])
  for (const one of [followed, ran]) if (one.status === 'rejected') throw one.reason
}

/** What extenders may have to be shown whole. */
function keptFor(profiles: ProfileSet): readonly SnapshotResource[] {
  const hasExtenders = [...profiles.values()].some(({ extenders }) => extenders.length > 0)
  return hasExtenders ? ['nodes', 'pods'] : []
}
