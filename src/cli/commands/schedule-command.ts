import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ApiServer } from '../../live/api-server/api-server.ts'
import { LeaderElection } from '../../live/leader-election.ts'
import {
  type LiveConfiguration,
  readLiveConfiguration,
  usualConfiguration,
} from '../../live/live-configuration.ts'
import { LiveMetrics } from '../../live/live-metrics.ts'
import { LiveRun } from '../../live/live-run.ts'
import { serveStatus } from '../../live/status-server.ts'
import { postFromNode } from '../../node/post.ts'
import { err, type Result } from '../../result.ts'
import { API_OPTIONS, openApi, SERVICE_ACCOUNT } from '../api-options.ts'
import { type Command, defineCommand } from '../command.ts'
import type { OptionTable, Values } from '../command-words.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import { withExtenderFiles } from '../extender-files.ts'
import { readDocuments } from '../sources/read-documents.ts'
import type { Terminal } from '../terminal.ts'

const LEASE = 'berth-schedule'

const OPTIONS = {
  'scheduler-name': { type: 'string', value: 'NAME', help: 'whose pods (default: berth)' },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'a KubeSchedulerConfiguration, whose profiles say whose pods and how',
  },
  ...API_OPTIONS,
  'leader-elect': {
    type: 'boolean',
    help: `of several processes one schedules, by the Lease ${LEASE}`,
  },
  'lease-namespace': {
    type: 'string',
    value: 'NAMESPACE',
    help: 'where the Lease is (default: that of the process, else default)',
  },
  listen: {
    type: 'string',
    value: 'HOST:PORT',
    help: 'serve /healthz, /readyz and /metrics there (without a host: on all addresses)',
  },
  'dry-run': { type: 'boolean', help: 'say what would be bound, and write nothing' },
} as const satisfies OptionTable

/** `berth schedule`: a second scheduler for a live cluster; docs/schedule.md says what it does not do. */
export const schedule: Command = defineCommand(
  {
    name: 'schedule',
    summary: 'places the pods of a live cluster that ask for it: a second scheduler',
    operands: '',
    options: OPTIONS,
    examples: [],
  },
  async ({ values }, terminal) => {
    const configuration = await configurationOf(values)
    if (!configuration.ok) return terminal.complain(...configuration.error)
    const address = addressOf(values.listen)
    if (address === undefined) return terminal.complain('--listen takes HOST:PORT or :PORT')
    const api = openApi(values)
    if (!api.ok) return terminal.complain(api.error)
    try {
      return await scheduleUntilStopped(
        api.value,
        { values, address },
        configuration.value,
        terminal,
      )
    } finally {
      api.value.close()
    }
  },
)

interface Given {
  readonly values: Values<typeof OPTIONS>
  /** Null: nothing is served. */
  readonly address: { readonly host: string; readonly port: number } | null
}

async function scheduleUntilStopped(
  api: ApiServer,
  { values, address }: Given,
  { scheduler, rules, limits, unheeded }: LiveConfiguration,
  terminal: Terminal,
): Promise<ExitCode> {
  for (const line of unheeded) terminal.note(line)
  const { accounting, profiles } = scheduler
  const metrics = new LiveMetrics()
  const run = new LiveRun(api, {
    profiles,
    rules,
    limits,
    metrics,
    isDryRun: values['dry-run'] ?? false,
    say: (line) => terminal.write(`${line}\n`),
    note: (line) => terminal.note(line),
    reading: { accounting, defaulting: false, absentKinds: 'empty', nodesMax: Infinity },
    election: electionOf(api, values),
    // Whoever writes the configuration says where its extenders are.
    calling: { post: postFromNode, urls: [], mayBePrivate: true },
  })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const pages = {
    isReady: () => run.isReady,
    isHealthy: () => run.isHealthy,
    metrics: () => metrics.write(),
  }
  const status = address === null ? null : await serveStatus(address, pages)
  if (status?.ok === false) return terminal.complain(`--listen: ${status.error}`)
  const isDone = await run.run(stop.signal)
  status?.value.close()
  status?.value.closeAllConnections()
  return isDone ? EXIT_CODE.done : terminal.complain('another process leads now')
}

function electionOf(api: ApiServer, values: Values<typeof OPTIONS>): LeaderElection | null {
  if (values['leader-elect'] !== true) return null
  const namespace = values['lease-namespace'] ?? ownNamespace()
  return new LeaderElection(api, { namespace, name: LEASE }, `${hostname()}_${randomUUID()}`)
}

function ownNamespace(): string {
  const file = `${SERVICE_ACCOUNT}/namespace`
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'default'
}

async function configurationOf(
  values: Values<typeof OPTIONS>,
): Promise<Result<LiveConfiguration, readonly string[]>> {
  const { config: file, 'scheduler-name': name } = values
  if (file === undefined) return readLiveConfiguration(usualConfiguration(name ?? 'berth'))
  if (name !== undefined) return err(['give --scheduler-name or --config, not both'])
  const read = await readDocuments(file, 'everything')
  if (!read.ok) return read
  const [config, ...more] = read.value
  if (more.length > 0) return err([`${file}: expected one KubeSchedulerConfiguration`])
  const complete = withExtenderFiles(config?.value)
  const found = complete.ok ? readLiveConfiguration(complete.value) : complete
  return found.ok ? found : err(found.error.map((problem) => `${file}${problem}`))
}

/** Null: none was given; undefined: it is none. */
function addressOf(text: string | undefined): Given['address'] | undefined {
  if (text === undefined) return null
  const [, host = '', digits = ''] = /^(.*):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === '' || port > 65_535) return undefined
  return { host: host.replace(/^\[(.*)\]$/, '$1') || '::', port }
}
