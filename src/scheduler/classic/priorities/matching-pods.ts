import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { NodeList } from '../../framework/node-list.ts'
import type { NodeScorer } from '../../framework/plugin.ts'

/** Scores nodes by how many pods of a group run there. */
export abstract class MatchingPods implements NodeScorer {
  readonly dependsOn = 'node'
  private readonly isMember: (pod: PodSignature) => boolean
  private readonly known: (boolean | undefined)[] = []
  private readonly count: Float64Array

  constructor({ nodes, pods }: Cluster, isMember: (pod: PodSignature) => boolean) {
    this.isMember = isMember
    this.count = new Float64Array(nodes.count)
    for (const [node, running] of pods.onNode.entries()) {
      for (const pod of running) this.podChanged(pod, node, 1)
    }
  }

  abstract normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void

  podChanged({ signature }: Pod, node: number, sign: 1 | -1): void {
    this.known[signature.id] ??= this.isMember(signature)
    if (this.known[signature.id]) this.count[node] += sign
  }

  score(nodes: NodeList, raw: Float64Array): void {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      raw[node] = this.count[node]
    }
  }
}
