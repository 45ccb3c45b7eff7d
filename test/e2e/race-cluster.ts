import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiServer } from '../../src/live/api-server/api-server.ts'
import { PATHS } from '../../src/live/api-server/resources.ts'
import { ADMIN_TOKEN, type ControlPlane } from './control-plane.ts'
import { addStorageClass, claimVolume } from './storage.ts'

export const NODES = 200
export const PODS = 2000
const ZONES = 4
/** Nodes that have devices, and how many each. */
const DEVICE_NODES = 50
const DEVICES = 4
const DRA = '/apis/resource.k8s.io/v1'
const CREATED_AT_ONCE = 32
export const CLASS = 'made'

export function podName(index: number): string {
  return `pod-${String(index).padStart(4, '0')}`
}

/** 200 nodes in four zones, a fourth of them with devices; claims of 200 pods with volumes and 100 with devices. */
export async function makeCluster(plane: ControlPlane): Promise<void> {
  await addStorageClass(plane, CLASS, 'example.com/made')
  await plane.api.expect('POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'high' },
    value: 1000,
  })
  await post(plane, `${DRA}/deviceclasses`, 'DeviceClass', 'gpu', {
    selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }],
  })
  await inParallel(NODES, async (index) => {
    const name = `node-${String(index).padStart(3, '0')}`
    const labels = { zone: `zone-${index % ZONES}`, disk: index % 3 === 0 ? 'ssd' : 'hdd' }
    await plane.addNode(name, { cpu: '32', memory: '64Gi', labels })
    if (index >= DEVICE_NODES) return
    await post(plane, `${DRA}/resourceslices`, 'ResourceSlice', `slice-${name}`, {
      driver: 'gpu.example.com',
      nodeName: name,
      pool: { name, generation: 1, resourceSliceCount: 1 },
      devices: Array.from({ length: DEVICES }, (_, device) => ({ name: `gpu-${device}` })),
    })
  })
}

/** The pods, of which each tenth has a volume, each twentieth a device, and so on. */
export function makePods(plane: ControlPlane, schedulerName: string): Promise<void> {
  return inParallel(PODS, async (index) => {
    const name = podName(index)
    const spec: Record<string, unknown> = { schedulerName }
    if (index % 10 === 3) {
      await post(
        plane,
        '/api/v1/namespaces/default/persistentvolumeclaims',
        'PersistentVolumeClaim',
        name,
        {
          accessModes: ['ReadWriteOnce'],
          storageClassName: CLASS,
          resources: { requests: { storage: '1Gi' } },
        },
      )
      spec['volumes'] = [claimVolume(name)]
    }
    if (index % 20 === 7) {
      const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }]
      await post(plane, `${DRA}/namespaces/default/resourceclaims`, 'ResourceClaim', name, {
        devices: { requests },
      })
      spec['resourceClaims'] = [{ name: 'gpu', resourceClaimName: name }]
    }
    if (index % 20 === 11) spec['priorityClassName'] = 'high'
    const app = `app-${index % 40}`
    Object.assign(spec, rulesOf(index, app))
    const answer = await plane.addPod(name, {
      cpu: `${100 + (index % 7) * 50}m`,
      memory: `${64 + (index % 5) * 32}Mi`,
      labels: { app },
      spec,
    })
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
  })
}

/** Spreading over zones, apart on nodes, on certain disks, or preferably together. */
function rulesOf(index: number, app: string): object {
  const labelSelector = { matchLabels: { app } }
  if (index % 7 === 0) {
    const constraint = { maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }
    return { topologySpreadConstraints: [{ ...constraint, labelSelector }] }
  }
  const hostname = { topologyKey: 'kubernetes.io/hostname', labelSelector }
  if (index % 7 === 1) {
    const required = { requiredDuringSchedulingIgnoredDuringExecution: [hostname] }
    return { affinity: { podAntiAffinity: required } }
  }
  if (index % 7 === 2) {
    const ssd = { key: 'disk', operator: 'In', values: ['ssd'] }
    const nodeSelectorTerms = [{ matchExpressions: [ssd] }]
    const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } }
    return { affinity: { nodeAffinity: required } }
  }
  if (index % 7 !== 3) return {}
  const preferred = [{ weight: 50, podAffinityTerm: { topologyKey: 'zone', labelSelector } }]
  return {
    affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } },
  }
}

/** When pods got their nodes, as the API server tells it. */
export class BoundPods {
  readonly nodes = new Map<string, string>()
  /** Pods that were told to be on another node than before. */
  readonly moved: string[] = []
  firstMs = 0
  lastMs = 0
  private readonly api: ApiServer
  private readonly stop = new AbortController()

  constructor(plane: ControlPlane) {
    const tokenFile = join(plane.folder, 'bound-pods.token')
    writeFileSync(tokenFile, ADMIN_TOKEN)
    this.api = new ApiServer({ url: plane.api.url, tokenFile, caFile: plane.certificates.ca })
    void this.follow()
  }

  end(): void {
    this.stop.abort()
    this.api.close()
  }

  /** The server ends watches that fall behind; a new one tells of all pods again. */
  private async follow(): Promise<void> {
    const path = '/api/v1/pods?watch=1&timeoutSeconds=1800'
    while (!this.stop.signal.aborted) {
      await this.api
        .watch(path, this.stop.signal, ({ object }) => this.take(object))
        .catch(() => {})
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: a pod as the API server gives it
  private take({ metadata, spec }: any): void {
    const before = this.nodes.get(metadata.name)
    if (!spec.nodeName || before === spec.nodeName) return
    if (before !== undefined) this.moved.push(metadata.name)
    this.nodes.set(metadata.name, spec.nodeName)
    this.lastMs = performance.now()
    if (this.nodes.size === 1) this.firstMs = this.lastMs
  }
}

function post(plane: ControlPlane, path: string, kind: string, name: string, spec: object) {
  const apiVersion = path.startsWith(DRA) ? 'resource.k8s.io/v1' : 'v1'
  return plane.api.expect('POST', path, { apiVersion, kind, metadata: { name }, spec })
}

async function inParallel(count: number, make: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) await make(next++)
  }
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, work))
}

/** All objects that scheduling reads, by kind, as a snapshot has them. */
export async function listAll(
  plane: ControlPlane,
): Promise<Readonly<Record<string, readonly object[]>>> {
  const lists = [...PATHS].map(async ([kind, paths]) => {
    for (const path of paths) {
      const { status, body } = await plane.api.send('GET', path)
      if (status === 200) return [kind, body.items] as const
    }
    return [kind, []] as const
  })
  return Object.fromEntries(await Promise.all(lists))
}
