import type { PodsOnNodes } from './pods-on-nodes.ts'

/**
 * Which nodes held pods with inter-pod terms when a pod group's turn came. Up to 1.36 the scheduler's
 * snapshot does not list nodes anew when it assumes a member (Snapshot.AssumePod), so nobody sees the
 * terms of a member on a node that was not listed.
 */
export class TermsOverlooked {
  private readonly hasTerms: Uint8Array
  private readonly hasRequiredAntiAffinity: Uint8Array

  constructor({ onNode }: PodsOnNodes) {
    this.hasTerms = new Uint8Array(onNode.length)
    this.hasRequiredAntiAffinity = new Uint8Array(onNode.length)
    for (const [node, pods] of onNode.entries()) {
      for (const { signature } of pods) {
        if (signature.termsId >= 0) this.hasTerms[node] = 1
        if (signature.podAntiAffinity.required.length > 0) this.hasRequiredAntiAffinity[node] = 1
      }
    }
  }

  /** Whether terms of pods on the node count for an incoming pod that prefers no pods itself. */
  showsTerms(node: number): boolean {
    return this.hasTerms[node] === 1
  }

  /** Whether required anti-affinity of pods on the node counts. */
  showsRequiredAntiAffinity(node: number): boolean {
    return this.hasRequiredAntiAffinity[node] === 1
  }
}
