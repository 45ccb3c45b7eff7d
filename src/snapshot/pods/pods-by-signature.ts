import type { Pod } from './pod.ts'
import { hasPodAffinityTerms, type PodSignature } from './pod-signature.ts'

/** Pods on nodes by what they are. */
export class PodsBySignature {
  readonly all: Map<PodSignature, Pod[]> = new Map()
  /** Those of them whose signature has inter-pod affinity or anti-affinity terms. */
  readonly withTerms: Map<PodSignature, Pod[]> = new Map()
  /**
   * One signature for each set of affinity terms that there was among them and nominated pods, in order
   * of appearance. It only grows: one too many tells apart pods that could share what is found out.
   */
  readonly distinctTerms: PodSignature[] = []
  private readonly seenTerms = new Set<number>()

  /** The pods of a signature, in the order in which they came. */
  of(signature: PodSignature): Pod[] {
    const known = this.all.get(signature)
    if (known !== undefined) return known
    const alike: Pod[] = []
    this.all.set(signature, alike)
    if (hasPodAffinityTerms(signature)) {
      this.withTerms.set(signature, alike)
      this.noteTerms(signature)
    }
    return alike
  }

  /** Pods that are nominated to a node count there in dry runs. */
  noteNominated(pending: readonly Pod[]): void {
    for (const { nominatedNodeName, signature } of pending) {
      if (nominatedNodeName !== '') this.noteTerms(signature)
    }
  }

  private noteTerms(signature: PodSignature): void {
    if (signature.termsId < 0 || this.seenTerms.has(signature.termsId)) return
    this.seenTerms.add(signature.termsId)
    this.distinctTerms.push(signature)
  }
}
