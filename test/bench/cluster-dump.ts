/**
 * The bytes of `kubectl get nodes,pods -A -o json` on a cluster of any size: fields, order of keys
 * and sizes as recorded from a real one, everything else by the object's number. A real dump is
 * mostly what no scheduler reads, and few of its pods are unlike; both are so here.
 */
import type { Json } from '../support/make-node.ts'

export interface DumpSize {
  readonly nodes: number
  readonly pods: number
  /** Workloads that the pods belong to. */
  readonly templates: number
  /** Spaces a level; kubectl prints 4, the API server 0. */
  readonly indent: number
}

const ZONES = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']
const TEAMS = 20
const START_MS = Date.UTC(2026, 10, 1)
const PART_BYTES_MIN = 1 << 18

/** The dump in parts of some hundred kilobytes, so that no size of it need fit in memory. */
export function* dumpCluster(size: DumpSize): Generator<Uint8Array<ArrayBuffer>, void, void> {
  const encoder = new TextEncoder()
  const [newline, pad] = size.indent === 0 ? ['', ''] : ['\n', ' '.repeat(size.indent * 2)]
  const colon = size.indent === 0 ? ':' : ': '
  const line = (text: string) => `${newline}${pad.slice(0, size.indent)}${text}`
  let part = `{${line(`"apiVersion"${colon}"v1",`)}${line(`"items"${colon}[`)}`
  let separator = newline
  for (const object of objectsOf(size)) {
    const text = JSON.stringify(object, null, size.indent).replaceAll('\n', `\n${pad}`)
    part += `${separator}${pad}${text}`
    separator = `,${newline}`
    if (part.length < PART_BYTES_MIN) continue
    yield encoder.encode(part)
    part = ''
  }
  const metadata = `"metadata"${colon}{${line(`"resourceVersion"${colon}""`)}${line('}')}`
  part += `${line('],')}${line(`"kind"${colon}"List",`)}${line(metadata)}${newline}}${newline}`
  yield encoder.encode(part)
}

function* objectsOf({ nodes, pods, templates }: DumpSize): Generator<Json, void, void> {
  for (let index = 0; index < nodes; index++) yield nodeOf(index)
  // As etcd has them: by namespace and name, so that the pods of a workload follow each other.
  const order = Array.from({ length: templates }, (_, index) => index).sort(byNamespaceAndName)
  const podsOfEach = pods / templates
  for (const [place, template] of order.entries()) {
    const end = Math.round((place + 1) * podsOfEach)
    for (let index = Math.round(place * podsOfEach); index < end; index++) {
      yield podOf(index, template, mix(index) % nodes)
    }
  }
}

function byNamespaceAndName(a: number, b: number): number {
  const keyOf = (template: number) => `team-${template % TEAMS} app-${template}`
  return keyOf(a) < keyOf(b) ? -1 : 1
}

/** A number that looks random and is the same every time. */
function mix(seed: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

function hex(seed: number): string {
  return mix(seed).toString(16).padStart(8, '0')
}

function uidOf(seed: number): string {
  const [a, b, c] = [hex(seed), hex(seed + 7919), hex(seed + 104_729)]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(5)}-${c.slice(0, 4)}${hex(seed + 15_485_863)}`
}

function timeOf(seconds: number): string {
  return new Date(START_MS + seconds * 1000).toISOString().replace('.000Z', 'Z')
}

function addressOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
}

function nodeName(index: number): string {
  return `ip-${addressOf(index).replaceAll('.', '-')}.eu-west-1.compute.internal`
}

function nodeOf(index: number): Json {
  const name = nodeName(index)
  const zone = ZONES[index % ZONES.length]
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      annotations: {
        'alpha.kubernetes.io/provided-node-ip': addressOf(index),
        'csi.volume.kubernetes.io/nodeid': `{"ebs.csi.aws.com":"i-0${hex(index)}"}`,
        'node.alpha.kubernetes.io/ttl': '0',
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      },
      creationTimestamp: timeOf(index),
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/instance-type': 'm6i.4xlarge',
        'beta.kubernetes.io/os': 'linux',
        'eks.amazonaws.com/capacityType': index % 4 === 0 ? 'SPOT' : 'ON_DEMAND',
        'eks.amazonaws.com/nodegroup': `group-${index % 12}`,
        'failure-domain.beta.kubernetes.io/region': 'eu-west-1',
        'failure-domain.beta.kubernetes.io/zone': zone,
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': 'm6i.4xlarge',
        'topology.ebs.csi.aws.com/zone': zone,
        'topology.kubernetes.io/region': 'eu-west-1',
        'topology.kubernetes.io/zone': zone,
      },
      name,
      resourceVersion: `${100_000 + index}`,
      uid: uidOf(index),
    },
    spec: {
      providerID: `aws:///${zone}/i-0${hex(index)}`,
      ...(index % 50 === 0 && {
        taints: [{ effect: 'NoSchedule', key: 'dedicated', value: 'batch' }],
      }),
    },
    status: {
      addresses: [
        { address: addressOf(index), type: 'InternalIP' },
        { address: name, type: 'InternalDNS' },
        { address: name, type: 'Hostname' },
      ],
      allocatable: resourcesOf('15890m', '60340Mi'),
      capacity: resourcesOf('16', '64313Mi'),
      conditions: [
        conditionOf('MemoryPressure', 'False', index),
        conditionOf('DiskPressure', 'False', index),
        conditionOf('PIDPressure', 'False', index),
        conditionOf('Ready', 'True', index),
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
      images: Array.from({ length: 12 }, (_, image) => imageOf((index * 7 + image * 13) % 400)),
      nodeInfo: {
        architecture: 'amd64',
        bootID: uidOf(index + 1),
        containerRuntimeVersion: 'containerd://2.1.4',
        kernelVersion: '6.1.115-126.197.amzn2023.x86_64',
        kubeProxyVersion: '',
        kubeletVersion: 'v1.37.1',
        machineID: `ec2${hex(index)}${hex(index + 1)}`,
        operatingSystem: 'linux',
        osImage: 'Amazon Linux 2023.6.20241111',
        systemUUID: `ec2${uidOf(index + 2)}`,
      },
    },
  }
}

function resourcesOf(cpu: string, memory: string): Json {
  return {
    cpu,
    'ephemeral-storage': '95551679124',
    'hugepages-1Gi': '0',
    'hugepages-2Mi': '0',
    memory,
    pods: '110',
  }
}

function conditionOf(type: string, status: string, seconds: number): Json {
  return {
    lastHeartbeatTime: timeOf(seconds + 500_000),
    lastTransitionTime: timeOf(seconds),
    message: `kubelet has ${status === 'True' ? 'posted ready status' : 'sufficient room available'}`,
    reason: `Kubelet${type}`,
    status,
    type,
  }
}

function imageOf(image: number): Json {
  const repository = `123456789012.dkr.ecr.eu-west-1.amazonaws.com/team-${image % TEAMS}/app-${image}`
  const digest = Array.from({ length: 8 }, (_, part) => hex(image * 8 + part)).join('')
  return {
    names: [`${repository}@sha256:${digest}`, `${repository}:v1.${image % 9}.0`],
    sizeBytes: 20_000_000 + (mix(image) % 400_000_000),
  }
}

function podOf(index: number, template: number, node: number): Json {
  const app = `app-${template}`
  const owner = `${app}-${hex(template).slice(0, 10)}`
  const token = `kube-api-access-${hex(index + 31).slice(0, 5)}`
  const startTime = timeOf(600_000 + index)
  const image = imageNameOf(template)
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      annotations: {
        'checksum/config': hex(template).repeat(4),
      },
      creationTimestamp: startTime,
      generateName: `${owner}-`,
      generation: 1,
      labels: {
        app,
        'app.kubernetes.io/instance': `${app}-prod`,
        'app.kubernetes.io/managed-by': 'Helm',
        'app.kubernetes.io/name': app,
        'pod-template-hash': hex(template),
        tier: template % 2 === 0 ? 'backend' : 'frontend',
      },
      name: `${owner}-${hex(index).slice(0, 5)}${index}`,
      namespace: `team-${template % TEAMS}`,
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          blockOwnerDeletion: true,
          controller: true,
          kind: 'ReplicaSet',
          name: owner,
          uid: uidOf(template + 1_000_000),
        },
      ],
      resourceVersion: `${900_000 + index}`,
      uid: uidOf(index + 2_000_000),
    },
    spec: {
      affinity: affinityOf(app, template),
      containers: [
        containerOf({ name: 'main', image, template, token }),
        ...(template % 8 === 0
          ? [
              containerOf({
                name: 'proxy',
                image: 'docker.io/envoyproxy/envoy:v1.36',
                template,
                token,
              }),
            ]
          : []),
      ],
      dnsPolicy: 'ClusterFirst',
      enableServiceLinks: true,
      nodeName: nodeName(node),
      preemptionPolicy: 'PreemptLowerPriority',
      priority: (template % 3) * 1000,
      restartPolicy: 'Always',
      schedulerName: 'default-scheduler',
      securityContext: { fsGroup: 2000, runAsNonRoot: true },
      serviceAccount: app,
      serviceAccountName: app,
      terminationGracePeriodSeconds: 30,
      tolerations: [tolerate('not-ready'), tolerate('unreachable')],
      volumes: [{ emptyDir: {}, name: 'tmp' }, tokenVolume(token)],
    },
    status: {
      conditions: ['Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        lastProbeTime: null,
        lastTransitionTime: startTime,
        status: 'True',
        type,
      })),
      containerStatuses: [
        {
          containerID: `containerd://${hex(index).repeat(8)}`,
          image,
          imageID: `${image.split(':')[0]}@sha256:${hex(template).repeat(8)}`,
          lastState: {},
          name: 'main',
          ready: true,
          restartCount: mix(index) % 3,
          started: true,
          state: { running: { startedAt: timeOf(600_004 + index) } },
        },
      ],
      hostIP: addressOf(node),
      hostIPs: [{ ip: addressOf(node) }],
      observedGeneration: 1,
      phase: 'Running',
      podIP: addressOf(index + 65_536),
      podIPs: [{ ip: addressOf(index + 65_536) }],
      qosClass: 'Burstable',
      startTime,
    },
  }
}

function imageNameOf(template: number): string {
  return `123456789012.dkr.ecr.eu-west-1.amazonaws.com/team-${template % TEAMS}/app-${template}:v1.${template % 9}.0`
}

function affinityOf(app: string, template: number): Json | undefined {
  if (template % 3 !== 0) return undefined
  const podAffinityTerm = {
    labelSelector: { matchLabels: { app } },
    topologyKey: 'kubernetes.io/hostname',
  }
  const terms = [{ podAffinityTerm, weight: 100 }]
  return { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms } }
}

interface ContainerOptions {
  readonly name: string
  readonly image: string
  readonly template: number
  readonly token: string
}

function containerOf({ name, image, template, token }: ContainerOptions): Json {
  return {
    env: [
      {
        name: 'POD_NAME',
        valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } },
      },
    ],
    image,
    imagePullPolicy: 'IfNotPresent',
    name,
    ports: [{ containerPort: 8080, name: 'http', protocol: 'TCP' }],
    resources: {
      limits: { memory: '512Mi' },
      requests: { cpu: `${100 + (template % 4) * 50}m`, memory: '256Mi' },
    },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    volumeMounts: [
      { mountPath: '/tmp', name: 'tmp' },
      { mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', name: token, readOnly: true },
    ],
  }
}

function tolerate(taint: string): Json {
  return {
    effect: 'NoExecute',
    key: `node.kubernetes.io/${taint}`,
    operator: 'Exists',
    tolerationSeconds: 300,
  }
}

/** Its name is random, so that no two pods of a template are written alike. */
function tokenVolume(name: string): Json {
  return {
    name,
    projected: {
      defaultMode: 420,
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
        { configMap: { items: [{ key: 'ca.crt', path: 'ca.crt' }], name: 'kube-root-ca.crt' } },
        {
          downwardAPI: {
            items: [
              {
                fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' },
                path: 'namespace',
              },
            ],
          },
        },
      ],
    },
  }
}
