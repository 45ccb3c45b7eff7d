import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiClient } from './api-client.ts'
import { findProgram } from './binaries.ts'
import { type Certificates, makeCertificates } from './certificates.ts'
import { eventually, freePort, type Program, Programs } from './processes.ts'

export const ADMIN_TOKEN = 'berth-e2e-admin'
const READY_LIMIT_MS = 120_000

export interface ControlPlaneOptions {
  /** More flags of kube-apiserver. */
  readonly apiServerFlags?: readonly string[]
}

export interface NodeShape {
  readonly cpu?: string
  readonly memory?: string
  readonly pods?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly taints?: readonly object[]
  /** More resources by name. */
  readonly resources?: Readonly<Record<string, string>>
}

export interface PodShape {
  readonly namespace?: string
  readonly cpu?: string
  readonly memory?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly requests?: Readonly<Record<string, string>>
  /** Over the rest of the pod's spec. */
  readonly spec?: object
}

/**
 * etcd and kube-apiserver on the loopback, and what runs against them. The RBAC authorizer is on; the
 * token of `api` is an administrator's. There are no kubelets: nodes are Ready because `addNode`
 * says so, and pods never start.
 */
export class ControlPlane {
  readonly folder: string
  readonly api: ApiClient
  readonly certificates: Certificates
  /** Path of an administrator's kubeconfig. */
  readonly kubeconfig: string
  readonly programs: Programs

  private constructor(
    folder: string,
    api: ApiClient,
    certificates: Certificates,
    programs: Programs,
  ) {
    this.folder = folder
    this.api = api
    this.certificates = certificates
    this.programs = programs
    this.kubeconfig = this.writeKubeconfig('admin', ADMIN_TOKEN)
  }

  static async start({ apiServerFlags = [] }: ControlPlaneOptions = {}): Promise<ControlPlane> {
    const folder = mkdtempSync(join(tmpdir(), 'berth-e2e-'))
    const certificates = makeCertificates(folder)
    const programs = new Programs(folder)
    const etcdUrl = await startEtcd(programs, folder)
    const port = await freePort()
    writeFileSync(join(folder, 'tokens.csv'), `${ADMIN_TOKEN},admin,1,"system:masters"\n`)
    const flags = [
      ...apiServerBasics(folder, certificates),
      `--etcd-servers=${etcdUrl}`,
      `--secure-port=${port}`,
      ...apiServerFlags,
    ]
    const server = programs.run('kube-apiserver', await findProgram('kube-apiserver'), flags)
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const api = new ApiClient(`https://127.0.0.1:${port}`, certificates.ca, headers)
    const plane = new ControlPlane(folder, api, certificates, programs)
    const isReady = await eventually(async () => {
      server.mustRun()
      const answer = await api.send('GET', '/readyz').catch(() => null)
      return answer?.status === 200 ? true : null
    }, READY_LIMIT_MS)
    if (isReady === null) throw new Error(`kube-apiserver is not ready; see ${server.logPath}`)
    return plane
  }

  /** A kubeconfig with a bearer token, as a path. */
  writeKubeconfig(name: string, token: string): string {
    const path = join(this.folder, `${name}.kubeconfig`)
    const cluster = { server: this.api.url, 'certificate-authority': this.certificates.ca }
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'e2e',
      contexts: [{ name: 'e2e', context: { cluster: 'e2e', user: name } }],
      clusters: [{ name: 'e2e', cluster }],
      users: [{ name, user: { token } }],
    }
    writeFileSync(path, JSON.stringify(config))
    return path
  }

  /** A kube-scheduler with a KubeSchedulerConfiguration; at verbosity 10 it logs every score. */
  async startScheduler(config: object = {}, verbosity = 3): Promise<Program> {
    const path = join(this.folder, `scheduler-${await freePort()}.json`)
    const configuration = {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      leaderElection: { leaderElect: false },
      clientConnection: { kubeconfig: this.kubeconfig, qps: 5000, burst: 5000 },
      ...config,
    }
    writeFileSync(path, JSON.stringify(configuration))
    // Without a port it serves nothing and asks nobody who may read its metrics.
    const flags = [`--config=${path}`, '--secure-port=0', `-v=${verbosity}`]
    return this.programs.run('kube-scheduler', await findProgram('kube-scheduler'), flags)
  }

  /** A kube-controller-manager with these controllers; those that need kubelets have nothing to do. */
  async startControllers(names: readonly string[]): Promise<Program> {
    const flags = [
      `--kubeconfig=${this.kubeconfig}`,
      '--leader-elect=false',
      '--secure-port=0',
      `--controllers=${names.join(',')}`,
      '--kube-api-qps=1000',
      '--kube-api-burst=1000',
    ]
    const program = await findProgram('kube-controller-manager')
    return this.programs.run('kube-controller-manager', program, flags)
  }

  /** Creates a node and reports it Ready. */
  async addNode(name: string, shape: NodeShape = {}): Promise<void> {
    const { cpu = '4', memory = '8Gi', pods = '110', labels, taints, resources } = shape
    await this.api.expect('POST', '/api/v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
      spec: { taints },
    })
    const amounts = { cpu, memory, pods, 'ephemeral-storage': '100Gi', ...resources }
    const now = `${new Date().toISOString().slice(0, 19)}Z`
    const times = { lastHeartbeatTime: now, lastTransitionTime: now }
    const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: '', ...times }
    const status = { capacity: amounts, allocatable: amounts, conditions: [ready] }
    await this.api.expect('PATCH', `/api/v1/nodes/${name}/status`, { status }, MERGE)
  }

  async labelNode(name: string, labels: Readonly<Record<string, string>>): Promise<void> {
    await this.api.expect('PATCH', `/api/v1/nodes/${name}`, { metadata: { labels } }, MERGE)
  }

  /** Creates a pod of one container. */
  addPod(name: string, shape: PodShape = {}) {
    const { namespace = 'default', cpu = '500m', memory = '256Mi', labels, requests, spec } = shape
    const resources = { requests: { cpu, memory, ...requests } }
    return this.api.send('POST', `/api/v1/namespaces/${namespace}/pods`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [{ name: 'main', image: 'registry.example/app:1', resources }],
        ...spec,
      },
    })
  }

  /** The pod once `isSo` of it; null once the time is over. */
  // biome-ignore lint/suspicious/noExplicitAny: a pod as the API server gives it
  podOnce(name: string, isSo: (pod: any) => boolean, limitMs = 20_000, namespace = 'default') {
    const path = `/api/v1/namespaces/${namespace}/pods/${name}`
    return eventually(async () => {
      const { status, body } = await this.api.send('GET', path)
      return status === 200 && isSo(body) ? body : null
    }, limitMs)
  }

  /** The name of the node that the pod was bound to; null once the time is over. */
  async boundNode(name: string, limitMs = 20_000, namespace = 'default'): Promise<string | null> {
    const pod = await this.podOnce(name, ({ spec }) => Boolean(spec.nodeName), limitMs, namespace)
    return pod?.spec.nodeName ?? null
  }

  async stop(): Promise<void> {
    this.api.close()
    await this.programs.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const MERGE = { contentType: 'application/merge-patch+json' }

async function startEtcd(programs: Programs, folder: string): Promise<string> {
  const [clients, peers] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${clients}`
  const peerUrl = `http://127.0.0.1:${peers}`
  programs.run('etcd', await findProgram('etcd'), [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    '--unsafe-no-fsync',
    '--log-level=warn',
  ])
  return url
}

function apiServerBasics(folder: string, certificates: Certificates): string[] {
  const { ca, serving, serviceAccountKey } = certificates
  return [
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    `--tls-cert-file=${serving.cert}`,
    `--tls-private-key-file=${serving.key}`,
    `--client-ca-file=${ca}`,
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${serviceAccountKey}`,
    `--service-account-signing-key-file=${serviceAccountKey}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    // There are no controllers that make service accounts and take taints away.
    '--disable-admission-plugins=ServiceAccount,TaintNodesByCondition',
    '--allow-privileged=true',
    '--profiling=false',
  ]
}
