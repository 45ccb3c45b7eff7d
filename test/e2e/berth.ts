import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiClient } from './api-client.ts'
import type { ControlPlane } from './control-plane.ts'
import { eventually, freePort, type Program } from './processes.ts'

export const PLATFORMS = ['Node', 'workerd'] as const
export type Platform = (typeof PLATFORMS)[number]

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY_LIMIT_MS = 120_000
export const TOKEN = 'berth-e2e-berth-token'
const ROLES = ['decide', 'snapshot:write', 'bind']
const TOKENS = JSON.stringify([{ token: TOKEN, name: 'e2e', roles: ROLES }])

/** A Berth that serves HTTPS on the loopback beside a control plane, and asks for a token. */
export class Berth {
  readonly program: Program
  readonly api: ApiClient
  /** With user and password, as the scheduler sends them. */
  readonly urlWithPassword: string
  private readonly plane: ControlPlane

  private constructor(program: Program, port: number, plane: ControlPlane) {
    this.program = program
    this.plane = plane
    const headers = { authorization: `Bearer ${TOKEN}` }
    this.api = new ApiClient(`https://127.0.0.1:${port}`, plane.certificates.ca, headers)
    this.urlWithPassword = `https://scheduler:${TOKEN}@127.0.0.1:${port}`
  }

  static async start(
    platform: Platform,
    plane: ControlPlane,
    variables: Readonly<Record<string, string>>,
    isOpen = false,
  ): Promise<Berth> {
    const port = await freePort()
    const own: Record<string, string> = isOpen ? { BERTH_OPEN: 'true' } : { BERTH_TOKENS: TOKENS }
    const start = platform === 'Node' ? startNode : startWorkerd
    const program = start(plane, port, { ...own, ...variables })
    const berth = new Berth(program, port, plane)
    const isReady = await eventually(async () => {
      program.mustRun()
      const answer = await berth.api.send('GET', '/healthz').catch(() => null)
      return answer?.status === 200 ? true : null
    }, READY_LIMIT_MS)
    if (isReady === null) throw new Error(`Berth is not ready: ${program.log()}`)
    return berth
  }

  /** Keeps the cluster as it is now under the name `e2e`. */
  async keepSnapshot(): Promise<void> {
    const lists = KINDS.map((path) => this.plane.api.expect('GET', path))
    await this.api.expect('PUT', '/v1/snapshots/e2e', await Promise.all(lists))
  }

  async stop(): Promise<void> {
    this.api.close()
    await this.program.stop()
  }
}

const KINDS = [
  ...['nodes', 'pods', 'namespaces', 'services', 'replicationcontrollers'],
  ...['persistentvolumes', 'persistentvolumeclaims'],
]
  .map((kind) => `/api/v1/${kind}`)
  .concat([
    '/apis/apps/v1/replicasets',
    '/apis/apps/v1/statefulsets',
    '/apis/policy/v1/poddisruptionbudgets',
    '/apis/scheduling.k8s.io/v1/priorityclasses',
    '/apis/storage.k8s.io/v1/storageclasses',
    '/apis/storage.k8s.io/v1/csinodes',
    '/apis/storage.k8s.io/v1/csidrivers',
  ])

function startNode(
  { certificates, programs }: ControlPlane,
  port: number,
  variables: Readonly<Record<string, string>>,
): Program {
  return programs.run('berth-node', process.execPath, [join(ROOT, 'src/server.ts')], {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    BERTH_TLS_CERT_FILE: certificates.serving.cert,
    BERTH_TLS_KEY_FILE: certificates.serving.key,
    // For the API server, where pods are bound.
    NODE_EXTRA_CA_CERTS: certificates.ca,
    ...variables,
  })
}

function startWorkerd(
  { certificates, programs, folder }: ControlPlane,
  port: number,
  variables: Readonly<Record<string, string>>,
): Program {
  const state = join(folder, `workerd-${port}`)
  mkdirSync(state)
  const variablesPath = join(state, 'variables')
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'`)
  writeFileSync(variablesPath, lines.join('\n'))
  const wrangler = join(ROOT, 'node_modules/wrangler/bin/wrangler.js')
  const flags = [
    'dev',
    '--ip=127.0.0.1',
    `--port=${port}`,
    '--inspector-port=0',
    '--local-protocol=https',
    `--https-key-path=${certificates.serving.key}`,
    `--https-cert-path=${certificates.serving.cert}`,
    `--env-file=${variablesPath}`,
    `--persist-to=${state}`,
    '--show-interactive-dev-session=false',
  ]
  return programs.run('berth-workerd', process.execPath, [wrangler, ...flags], {
    ...process.env,
    CI: 'true',
    NODE_EXTRA_CA_CERTS: certificates.ca,
  })
}
