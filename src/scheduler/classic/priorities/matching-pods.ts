import type { Cluster, Pod } from '../../../snapshot/cluster.ts'
import type { PodClass } from '../../../snapshot/pods/pod-signature.ts'
import type { NodeList, NodeScorer } from '../../framework/plugin.ts'

/** Scores nodes by how many pods of a group run there. */
export abstract class MatchingPods implements NodeScorer {
  readonly reads = 'node'
  private readonly isMember: (pod: PodClass) => boolean
  private readonly known: (boolean | undefined)[] = []
  private readonly count: Float64Array

  constructor({ nodes, pods }: Cluster, isMember: (pod: PodClass) => boolean) {
    this.isMember = isMember
    this.count = new Float64Array(nodes.count)
    for (const [node, running] of pods.onNode.entries()) {
      for (const pod of running) this.podChanged(pod, node, 1)
    }
  }

  abstract normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void

  podChanged({ class: podClass }: Pod, node: number, sign: 1 | -1): void {
    this.known[podClass.id] ??= this.isMember(podClass)
    if (this.known[podClass.id]) this.count[node] += sign
  }

  score(nodes: NodeList, raw: Float64Array): boolean {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      raw[node] = this.count[node]
    }
    return true
  }
}
