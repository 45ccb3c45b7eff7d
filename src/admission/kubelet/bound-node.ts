import type { Cluster } from '../../snapshot/cluster.ts'
import { Fields, isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { Issues, ROOT } from '../../snapshot/json/json-path.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { readCluster } from '../../snapshot/read.ts'
import type { Accounting } from '../../snapshot/resources/pod-resources.ts'
import { QuantityCache } from '../../snapshot/resources/quantity.ts'

/** A node with what runs on it, and the pod that is to join. */
export interface BoundNode {
  readonly name: string
  /** The node alone, row 0. */
  readonly cluster: Cluster
  readonly pod: Pod
  /** What runs there already, in the order given. */
  readonly running: readonly Pod[]
  /** Windows or Linux: the kubelet's own, not the label. */
  readonly operatingSystem: string
  readonly kernelVersion: string
  readonly supportsSupplementalGroupsPolicy: boolean
  readonly pressures: readonly string[]
  /** status.qosClass by namespace/name, where a pod has one. */
  readonly qosClasses: ReadonlyMap<string, string>
}

export interface BoundPod {
  readonly pod: JsonObject
  readonly node: JsonObject
  readonly others: readonly JsonObject[]
}

const ROW = 0
/** In the order in which the kubelet lists them. */
const PRESSURES = ['MemoryPressure', 'DiskPressure', 'PIDPressure']

/**
 * What is wrong with a node or its pods is told as a text: the pod's own way does not end with it.
 */
export function readBoundNode(
  { pod, node, others }: BoundPod,
  accounting: Accounting,
): BoundNode | string {
  const unbound = withoutNode(pod)
  const read = readCluster(
    { snapshot: { nodes: [node], pods: others }, pod: unbound },
    { accounting, defaulting: true, absentKinds: 'empty', nodesMax: 1 },
  )
  if (!read.ok) return read.error[0]?.message ?? ''
  const [joining] = read.value.pods
  if (joining === undefined) return 'the pod has ended already'
  const { cluster } = read.value
  const context = { issues: new Issues(), quantities: new QuantityCache() }
  const status = new Fields(node, ROOT, context).objectOrEmpty('status')
  const info = status.objectOrEmpty('nodeInfo')
  const conditions = cluster.nodes.conditions[ROW] ?? []
  const qosClasses = others.map((other) => qosClassOf(new Fields(other, ROOT, context)))
  return {
    name: cluster.nodes.names[ROW] ?? '',
    cluster,
    pod: joining.pod,
    running: [...cluster.podsOfSignature.values()].flat().sort((a, b) => a.index - b.index),
    operatingSystem:
      info.string('operatingSystem') || cluster.nodes.label(ROW, 'kubernetes.io/os') || 'linux',
    kernelVersion: info.string('kernelVersion') ?? '',
    supportsSupplementalGroupsPolicy: status
      .objectOrEmpty('features')
      .boolean('supplementalGroupsPolicy'),
    qosClasses: new Map(qosClasses),
    pressures: PRESSURES.filter((type) =>
      conditions.some((condition) => condition.type === type && condition.status === 'True'),
    ),
  }
}

/** A pod with a node counts as running; this one is still to be judged. */
function withoutNode(pod: JsonObject): JsonObject {
  const spec = isObject(pod['spec']) ? pod['spec'] : {}
  return { ...pod, spec: { ...spec, nodeName: '' } }
}

function qosClassOf(pod: Fields): [string, string] {
  const metadata = pod.objectOrEmpty('metadata')
  const key = `${metadata.string('namespace') || 'default'}/${metadata.string('name') ?? ''}`
  return [key, pod.objectOrEmpty('status').string('qosClass') ?? '']
}
