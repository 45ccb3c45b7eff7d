import { reasonOf } from '../reason-of.ts'
import { isObject } from '../snapshot/json/fields.ts'
import type { ApiServer } from './api-server/api-server.ts'
import { pause } from './api-server/pause.ts'
import { messageOf } from './api-server/pod-writes.ts'
import type { ClusterObjects } from './snapshot-changes.ts'

/** What comes together goes in one patch. */
const GATHER_MS = 100
/** Without changes it is said so often that all is still so. */
const STILL_SO_MS = 20_000
const RETRY_MS = 500
const RETRY_MAX_MS = 30_000
/** Sent anew these change nothing: who asks may not, or asks too often. */
const NOT_OF_THE_STATE: ReadonlySet<number> = new Set([401, 403, 408, 429])

export interface SnapshotKeeperOptions {
  readonly name: string
  readonly say: (line: string) => void
  readonly note: (line: string) => void
}

/** Keeps a named snapshot on a Berth as the cluster is: put once, then patched. */
export class SnapshotKeeper {
  private readonly berth: ApiServer
  private readonly objects: ClusterObjects
  private readonly options: SnapshotKeeperOptions
  /** Of the state that is kept there; null: it has to be put anew. */
  private digest: string | null = null
  private wake = () => {}

  constructor(berth: ApiServer, objects: ClusterObjects, options: SnapshotKeeperOptions) {
    this.berth = berth
    this.objects = objects
    this.options = options
  }

  /** Something changed. */
  changed(): void {
    this.wake()
  }

  async run(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const isDone = await this.tell()
      if (isDone) {
        failures = 0
        await this.untilChanged(signal)
        continue
      }
      const ms = Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS)
      failures++
      await pause(ms, signal)
    }
  }

  /** False: it has to be tried again later. */
  private async tell(): Promise<boolean> {
    try {
      return this.digest === null ? await this.put() : await this.patch(this.digest)
    } catch (error) {
      // It may have been done or not; the whole is right in either case.
      this.digest = null
      this.options.note(`the Berth cannot be asked: ${reasonOf(error)}`)
      return false
    }
  }

  private async put(): Promise<boolean> {
    const answer = await this.berth.send('PUT', this.path, this.objects.takeAll())
    if (answer.status >= 300) {
      this.options.note(`PUT of the snapshot answers ${answer.status}: ${detailOf(answer.body)}`)
      return false
    }
    this.digest = digestOf(answer.body)
    this.options.say(`put ${this.options.name}`)
    return true
  }

  /** Where the state is another one, or has taken enough patches, the whole is put anew at once. */
  private async patch(digest: string): Promise<boolean> {
    const hadChanges = this.objects.hasChanges
    const changes = hadChanges ? this.objects.takeChanges() : {}
    const headers = { 'if-match': `"${digest}"` }
    const { status, body } = await this.berth.send('PATCH', this.path, changes, headers)
    if (status < 300) {
      this.digest = digestOf(body)
      if (hadChanges) this.options.say(`patched ${this.options.name}`)
      return true
    }
    this.digest = null
    this.options.note(`PATCH of the snapshot answers ${status}: ${detailOf(body)}; puts it anew`)
    if (status >= 500 || NOT_OF_THE_STATE.has(status)) return false
    return await this.put()
  }

  private async untilChanged(signal: AbortSignal): Promise<void> {
    const early = new AbortController()
    this.wake = () => early.abort()
    const either = AbortSignal.any([signal, early.signal])
    if (!this.objects.hasChanges) await pause(STILL_SO_MS, either)
    this.wake = () => {}
    await pause(GATHER_MS, signal)
  }

  private get path(): string {
    return `/v1/snapshots/${encodeURIComponent(this.options.name)}`
  }
}

function digestOf(body: unknown): string | null {
  const digest = isObject(body) ? body['digest'] : undefined
  return typeof digest === 'string' ? digest : null
}

function detailOf(body: unknown): string {
  const detail = isObject(body) ? body['detail'] : undefined
  return typeof detail === 'string' ? detail : messageOf(body)
}
