import { existsSync } from 'node:fs'
import { type ApiAccess, ApiServer } from '../live/api-server.ts'
import { LiveScheduler } from '../live/live-scheduler.ts'
import { ClusterMirror, pause } from '../live/mirror.ts'
import { ObjectWrites } from '../live/object-writes.ts'
import { PodWrites } from '../live/pod-writes.ts'
import { err, ok, type Result } from '../result.ts'
import { queueRules } from '../scheduler/around/queue-rules.ts'
import { resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import { type Command, defineCommand } from './command.ts'
import type { OptionTable, Values } from './command-words.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import type { Terminal } from './terminal.ts'

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'
const RETRY_MS = 1000
/** What VolumeBindingArgs and DynamicResourcesArgs have where nothing is configured. */
const LIMITS = { volumesMs: 600_000, devicesMs: 600_000 }

interface ScheduleArguments {
  readonly schedulerName: string
  readonly access: ApiAccess
  readonly isDryRun: boolean
}

const OPTIONS = {
  'scheduler-name': { type: 'string', value: 'NAME', help: 'whose pods (default: berth)' },
  server: {
    type: 'string',
    value: 'URL',
    help: 'the API server, such as that of kubectl proxy; in a cluster its own',
  },
  'token-file': { type: 'string', value: 'FILE', help: 'a bearer token' },
  'ca-file': { type: 'string', value: 'FILE', help: 'certificates to trust' },
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
  ({ values }, terminal) => {
    const given = readArguments(values)
    return given.ok ? scheduleFor(given.value, terminal) : terminal.complain(given.error)
  },
)

async function scheduleFor(
  { schedulerName, isDryRun, access }: ScheduleArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  // Where only some nodes are looked at, the next search goes on where the last ended; here all are.
  const config = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ schedulerName, percentageOfNodesToScore: 100 }],
  }
  const found = resolveProfile({ profile: undefined, config, only: [], fixes: false })
  if (!found.ok) return terminal.complain(...found.error.map(({ message }) => message))
  const { name, profiles, accounting } = found.value
  const rules = queueRules(name, config)
  const say = (line: string) => terminal.write(`${line}\n`)
  const options = {
    schedulerName,
    profiles,
    rules,
    isDryRun,
    limits: LIMITS,
    say,
  }
  const reading = {
    accounting,
    defaulting: false,
    absentKinds: 'empty',
    nodesMax: Infinity,
  } as const
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const api = new ApiServer(access)
  const writes = { pods: new PodWrites(api, schedulerName), objects: new ObjectWrites(api) }
  while (!stop.signal.aborted) {
    try {
      const mirror = await ClusterMirror.read(api, reading)
      say(
        `schedules the pods of ${schedulerName} on ${mirror.cluster.nodes.count} nodes, as ${name}`,
      )
      await scheduleOn(mirror, new LiveScheduler(mirror, writes, options), stop.signal)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      terminal.note(`reads the cluster anew: ${reason}`)
      await pause(RETRY_MS)
    }
  }
  api.close()
  return EXIT_CODE.done
}

/** Until it is told to stop, or something was missed: then nothing is decided any more. */
async function scheduleOn(
  mirror: ClusterMirror,
  scheduler: LiveScheduler,
  stop: AbortSignal,
): Promise<void> {
  const ended = new AbortController()
  const end = () => ended.abort()
  stop.addEventListener('abort', end, { once: true })
  const following = mirror
    .follow(ended.signal, (kind, type, object) => scheduler.changed(kind, type, object))
    .finally(end)
  const [followed, ran] = await Promise.allSettled([following, scheduler.run(ended.signal)])
  stop.removeEventListener('abort', end)
  for (const one of [followed, ran]) if (one.status === 'rejected') throw one.reason
}

function readArguments(values: Values<typeof OPTIONS>): Result<ScheduleArguments, string> {
  const access = accessOf(values)
  if (access === null)
    return err('--server is needed outside a cluster, such as that of kubectl proxy')
  const { 'scheduler-name': schedulerName = 'berth', 'dry-run': isDryRun = false } = values
  return ok({ schedulerName, access, isDryRun })
}

/** As given, or as every pod of a cluster finds it. */
function accessOf(values: Values<typeof OPTIONS>): ApiAccess | null {
  const { server, 'token-file': tokenFile, 'ca-file': caFile } = values
  if (server !== undefined) return { url: server, tokenFile, caFile }
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env
  if (host === undefined || !existsSync(`${SERVICE_ACCOUNT}/token`)) return null
  const url = `https://${host.includes(':') ? `[${host}]` : host}:${port ?? '443'}`
  return { url, tokenFile: `${SERVICE_ACCOUNT}/token`, caFile: `${SERVICE_ACCOUNT}/ca.crt` }
}
