import { spawn } from 'node:child_process'
import { err, ok, type Result } from '../../result.ts'
import { API_GROUPS } from '../../snapshot/api-groups.ts'
import { SNAPSHOT_KIND_NAMES, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'

/** How kubectl is called: which cluster it asks. */
export interface KubectlOptions {
  readonly context: string | undefined
  readonly kubeconfig: string | undefined
}

/** Leases tell of node health, not of scheduling, and there are many others of them. */
const NOT_ASKED: ReadonlySet<SnapshotResource> = new Set<SnapshotResource>(['leases'])

/** Every array of a snapshot that is asked for, and what kubectl calls it. */
export const READ_RESOURCES: ReadonlyMap<SnapshotResource, string> = new Map(
  SNAPSHOT_KIND_NAMES.filter((name) => !NOT_ASKED.has(name)).map((name) => {
    // The plural name alone may be another group's as well.
    const { group } = API_GROUPS[name]
    return [name, group === '' ? name.toLowerCase() : `${name.toLowerCase()}.${group}`]
  }),
)

/** The one command that gets all of them. */
export function getCommand(resources: readonly string[], options: KubectlOptions): string[] {
  return ['get', resources.join(','), '--all-namespaces', '-o', 'json', ...flags(options)]
}

/** Which of the wanted kinds the server has. */
export async function servedResources(
  options: KubectlOptions,
): Promise<Result<ReadonlySet<string>, readonly string[]>> {
  const listed = await run(['api-resources', '--verbs=list', '-o', 'name', ...flags(options)])
  if (!listed.ok) return listed
  return ok(new Set(new TextDecoder().decode(listed.value).split('\n')))
}

/** What `kubectl get` prints. */
export function get(
  resources: readonly string[],
  options: KubectlOptions,
): Promise<Result<Uint8Array, readonly string[]>> {
  return run(getCommand(resources, options))
}

function flags({ context, kubeconfig }: KubectlOptions): string[] {
  return [
    ...(context === undefined ? [] : ['--context', context]),
    ...(kubeconfig === undefined ? [] : ['--kubeconfig', kubeconfig]),
  ]
}

const ERROR_CHARS_MAX = 2000

function run(words: readonly string[]): Promise<Result<Uint8Array, readonly string[]>> {
  return new Promise((resolve) => {
    const child = spawn('kubectl', words, { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    let complaints = ''
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => {
      complaints = `${complaints}${chunk}`.slice(0, ERROR_CHARS_MAX)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      resolve(err([isMissing ? 'there is no kubectl on the PATH' : error.message]))
    })
    child.on('close', (code) => {
      if (code === 0) resolve(ok(Buffer.concat(chunks)))
      else {
        const said = complaints.trim() || `ended with ${code}`
        resolve(err(said.split('\n').map((line) => `kubectl: ${line}`)))
      }
    })
  })
}
