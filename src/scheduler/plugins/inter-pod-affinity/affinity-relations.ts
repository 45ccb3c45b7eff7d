import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { KeyCounts, PairCounts } from '../../framework/pair-counts.ts'
import { type TermMatch, termSelects } from './affinity-terms.ts'

/** A required term of the incoming pod, and where the pods that it selects are counted. */
export interface CountedTerm {
  readonly matches: TermMatch
  readonly counts: KeyCounts
}

/** What one kind of running pod means to the incoming pod. */
export interface Relation {
  /** It matches every required affinity term. */
  readonly meetsAffinity: boolean
  /** Keys of the anti-affinity terms that it matches, each once: a verdict asks only whether any is. */
  readonly anti: readonly KeyCounts[]
  /** Keys of its own anti-affinity terms that select the incoming pod, each once. */
  readonly existingAnti: readonly KeyCounts[]
  readonly isNone: boolean
}

/** What the incoming pod's terms make of a running pod. */
type Met = Pick<Relation, 'meetsAffinity' | 'anti'>

const NO_KEYS: readonly KeyCounts[] = []
const NOT_MET: Met = { meetsAffinity: false, anti: NO_KEYS }
const NONE: Relation = { ...NOT_MET, existingAnti: NO_KEYS, isNone: true }

interface IncomingTerms {
  readonly affinityTerms: readonly CountedTerm[]
  readonly antiTerms: readonly CountedTerm[]
  readonly existingAntiCounts: PairCounts
}

/**
 * What running pods mean to an incoming pod, found out once for each namespace and labels and for each
 * set of terms: running pods have few of these, in many combinations.
 */
export class AffinityRelations {
  private readonly cluster: Cluster
  private readonly pod: PodSignature
  private readonly terms: IncomingTerms
  private readonly ofSignature: (Relation | undefined)[] = []
  private readonly metByIdentity: (Met | undefined)[] = []
  private readonly existingByTerms: (readonly KeyCounts[] | undefined)[] = []

  constructor(cluster: Cluster, pod: PodSignature, terms: IncomingTerms) {
    this.cluster = cluster
    this.pod = pod
    this.terms = terms
  }

  of(running: PodSignature): Relation {
    const known = this.ofSignature[running.id]
    if (known !== undefined) return known
    const relation = this.relate(running)
    this.ofSignature[running.id] = relation
    return relation
  }

  meetsAffinity(running: PodSignature): boolean {
    const { affinityTerms } = this.terms
    return affinityTerms.length > 0 && affinityTerms.every(({ matches }) => matches(running))
  }

  private relate(running: PodSignature): Relation {
    const met = this.met(running)
    const existingAnti = this.existingAnti(running)
    if (met === NOT_MET && existingAnti === NO_KEYS) return NONE
    return { ...met, existingAnti, isNone: false }
  }

  private met(running: PodSignature): Met {
    const { affinityTerms, antiTerms } = this.terms
    if (affinityTerms.length + antiTerms.length === 0) return NOT_MET
    this.metByIdentity[running.identityId] ??= this.match(running)
    return this.metByIdentity[running.identityId] ?? NOT_MET
  }

  private match(running: PodSignature): Met {
    const meetsAffinity = this.meetsAffinity(running)
    const matched = this.terms.antiTerms.filter(({ matches }) => matches(running))
    if (!meetsAffinity && matched.length === 0) return NOT_MET
    return { meetsAffinity, anti: [...new Set(matched.map(({ counts }) => counts))] }
  }

  private existingAnti(running: PodSignature): readonly KeyCounts[] {
    if (running.podAntiAffinity.required.length === 0) return NO_KEYS
    this.existingByTerms[running.termsId] ??= this.selectedBy(running)
    return this.existingByTerms[running.termsId] ?? NO_KEYS
  }

  private selectedBy({ podAntiAffinity }: PodSignature): readonly KeyCounts[] {
    const selecting = podAntiAffinity.required.filter((term) =>
      termSelects(this.cluster, term, this.pod),
    )
    if (selecting.length === 0) return NO_KEYS
    const { existingAntiCounts } = this.terms
    return [...new Set(selecting.map((term) => existingAntiCounts.of(term.topologyKey)))]
  }
}
