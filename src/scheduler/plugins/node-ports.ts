import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { referTo } from '../../snapshot/pods/pod-reference.ts'
import type { HostPort } from '../../snapshot/pods/pod-signature.ts'
import type { PodsOnNodes, PortTuple } from '../../snapshot/pods/pods-on-nodes.ts'
import type { Detail } from '../framework/detail.ts'
import type { NodeList } from '../framework/node-list.ts'
import {
  filtering,
  type NodeFilter,
  type Plugin,
  READS_NO_IDENTITY,
  SKIP,
} from '../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../framework/plugin-registration.ts'

const REASON = "node(s) didn't have free ports for the requested pod ports"
const ANY_IP = '0.0.0.0'

/** Keeps pods off nodes where a host port that they want is taken. */
const nodePorts: Plugin = {
  name: 'NodePorts',
  readsOfIdentity: READS_NO_IDENTITY,
  followsRequests: true,
  prepareFilter({ cluster, pod, statuses }) {
    const wanted = pod.signature.hostPorts
    if (wanted.length === 0) return SKIP
    return filtering(new PortFilter(cluster, wanted, statuses.id('Unschedulable', REASON)))
  },
}

/** Same protocol and port, and either side listens on every address or both on the same. */
function portsConflict(wanted: PortTuple, used: PortTuple): boolean {
  if (wanted.port !== used.port || wanted.protocol !== used.protocol) return false
  return wanted.ip === ANY_IP || used.ip === ANY_IP || wanted.ip === used.ip
}

/** Judges nodes by the host ports in use there; `rejection` is the verdict where one is taken. */
export class PortFilter implements NodeFilter {
  readonly dependsOn = 'node'
  readonly rejectsMoreWith = ['pods'] as const
  private readonly pods: PodsOnNodes
  private readonly wanted: readonly HostPort[]
  private readonly rejection: number
  /** By id of a used port: whether it is in the way. Grows with the tuples that appear. */
  private readonly conflicts: boolean[] = []

  constructor(cluster: Cluster, wanted: readonly HostPort[], rejection: number) {
    this.pods = cluster.pods
    this.wanted = wanted
    this.rejection = rejection
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    if (!this.pods.anyPorts) return
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (this.isTaken(node)) verdict[node] = this.rejection
    }
  }

  private isTaken(node: number): boolean {
    for (const id of this.pods.ports(node)) if (this.isInTheWay(id)) return true
    return false
  }

  private isInTheWay(id: number): boolean {
    for (let next = this.conflicts.length; next <= id; next++) {
      const used = this.pods.portTuples[next]
      this.conflicts.push(this.wanted.some((port) => portsConflict(port, used)))
    }
    return this.conflicts[id]
  }

  details(node: number): Detail[] {
    return this.wanted.flatMap((port) => {
      const holder = this.pods.onNode[node].find((pod) => holds(pod, port))
      if (holder === undefined) return []
      return [{ kind: 'hostPort', conflictsWith: { pod: referTo(holder), port } }]
    })
  }
}

function holds(pod: Pod, wanted: HostPort): boolean {
  return pod.signature.hostPorts.some((used) => portsConflict(wanted, used))
}

export const nodePortsPlugin: PluginRegistration = {
  name: 'NodePorts',
  summary: 'Refuses nodes where a host port of the pod is taken.',
  points: ['preFilter', 'filter'],
  missingState: { filter: 'reading "PreFilterNodePorts" from cycleState: not found' },
  implementation: withoutArgs(nodePorts),
}
