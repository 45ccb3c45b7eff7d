import type { ApiServer } from '../../live/api-server/api-server.ts'
import { ObjectFeed } from '../../live/api-server/object-feed.ts'
import { pause } from '../../live/api-server/pause.ts'
import { ClusterObjects } from '../../live/snapshot-changes.ts'
import { SnapshotKeeper, type SnapshotKeeperOptions } from '../../live/snapshot-keeper.ts'
import { reasonOf } from '../../reason-of.ts'
import type { Result } from '../../result.ts'
import { API_OPTIONS, openApi, openServer } from '../api-options.ts'
import { type Command, defineCommand } from '../command.ts'
import type { OptionTable, Values } from '../command-words.ts'
import { EXIT_CODE } from '../exit-code.ts'

const RETRY_MS = 1000

const OPTIONS = {
  name: { type: 'string', value: 'NAME', help: 'of the snapshot' },
  berth: { type: 'string', value: 'URL', help: 'the Berth that keeps it' },
  'berth-token-file': {
    type: 'string',
    value: 'FILE',
    help: 'a token with the role snapshot:write',
  },
  'berth-ca-file': { type: 'string', value: 'FILE', help: 'certificates to trust for it' },
  ...API_OPTIONS,
} as const satisfies OptionTable

/** `berth watch`: a named snapshot that is as the cluster is; docs/snapshots.md says more. */
export const watch: Command = defineCommand(
  {
    name: 'watch',
    summary: 'keeps a named snapshot on a Berth server as a live cluster is',
    operands: '',
    options: OPTIONS,
    examples: [],
  },
  async ({ values }, terminal) => {
    const { name, berth: url } = values
    if (name === undefined || url === undefined) {
      return terminal.complain('--name and --berth are needed')
    }
    const [api, berth] = [openApi(values), openBerth(url, values)]
    if (!api.ok) return terminal.complain(api.error)
    if (!berth.ok) return terminal.complain(berth.error)
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
    const say = (line: string) => terminal.write(`${line}\n`)
    const note = (line: string) => terminal.note(line)
    while (!stop.signal.aborted) {
      try {
        await keep(api.value, berth.value, { name, say, note }, stop.signal)
      } catch (error) {
        note(`reads the cluster anew: ${reasonOf(error)}`)
        await pause(RETRY_MS, stop.signal)
      }
    }
    api.value.close()
    berth.value.close()
    return EXIT_CODE.done
  },
)

function openBerth(url: string, values: Values<typeof OPTIONS>): Result<ApiServer, string> {
  const files = { tokenFile: values['berth-token-file'], caFile: values['berth-ca-file'] }
  return openServer({ url, ...files }, { url: '--berth', prefix: '--berth-' })
}

/** Until `stop`, or with an error when something was missed. */
async function keep(
  api: ApiServer,
  berth: ApiServer,
  options: SnapshotKeeperOptions,
  stop: AbortSignal,
): Promise<void> {
  const { feed, objects: listed } = await ObjectFeed.list(api)
  const objects = new ClusterObjects(listed)
  const keeper = new SnapshotKeeper(berth, objects, options)
  const missed = new AbortController()
  const either = AbortSignal.any([stop, missed.signal])
  const following = feed
    .follow(either, (kind, type, object) => {
      if (objects.change(kind, type, object)) keeper.changed()
    })
    .finally(() => missed.abort())
  const [followed] = await Promise.allSettled([following, keeper.run(either)])
  if (followed.status === 'rejected') throw followed.reason
}
