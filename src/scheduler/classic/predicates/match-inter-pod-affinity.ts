import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { NodeList } from '../../framework/node-list.ts'
import type { NodeMarks } from '../../framework/node-marks.ts'
import { filtering, type NodeFilter, type Plugin } from '../../framework/plugin.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import type { AffinityRule, PodChange } from '../affinity/affinity-rule.ts'
import { ExistingAntiAffinity } from '../affinity/existing-anti-affinity.ts'
import { JointAffinity, JointAntiAffinity } from '../affinity/joint-terms.ts'
import { SingleTermsAffinity, SingleTermsAntiAffinity } from '../affinity/single-terms.ts'
import { TopologyAffinity, TopologyAntiAffinity } from '../affinity/topology-terms.ts'
import type { ClassicContext } from '../context.ts'
import { FixComparisonFilter } from '../fix-comparison.ts'
import { correctedBy, withAnyTermAntiAffinity } from '../fixes.ts'
import type { ClassicRelease } from '../profiles/releases.ts'
import {
  EXISTING_ANTI_AFFINITY,
  POD_AFFINITY,
  POD_AFFINITY_RULES,
  POD_ANTI_AFFINITY_RULES,
} from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Required inter-pod affinity and anti-affinity, both ways; each release understands the terms differently. */
export function matchInterPodAffinity(name: string, context: ClassicContext): Plugin {
  const { release, fixes } = context
  return {
    name,
    prepareFilter({ cluster, pod, statuses }) {
      const original = new InterPodAffinityFilter(cluster, pod, release, statuses)
      // Errors of 1.10 name the pod, so what they say of one pod is not said of the next.
      const perPod = pod.signature.podAffinity.required.some(
        ({ topologyKey }) => topologyKey === '',
      )
      if (!fixes) return { kind: 'filter', filter: original, perPod }
      const rules = withAnyTermAntiAffinity(release)
      const corrected = new InterPodAffinityFilter(cluster, pod, rules, statuses)
      const onDifference = correctedBy(context, 'anti-affinity-of-any-term', name)
      return filtering(
        new FixComparisonFilter(corrected, original, cluster.nodes.count, onDifference),
      )
    },
  }
}

interface RankedRule {
  readonly rule: AffinityRule
  readonly rejection: number
  /** Pods that are only nominated to a node count for what they ask, not for what is asked of them. */
  readonly seesNominated: boolean
}

class InterPodAffinityFilter implements NodeFilter {
  readonly dependsOn = 'cluster'
  private readonly rules: readonly RankedRule[]
  private readonly table: PluginStatuses
  private wasIdle = false
  private readonly journal: { pod: Pod; node: number; sign: 1 | -1 }[] = []

  constructor(cluster: Cluster, pod: Pod, release: ClassicRelease, table: PluginStatuses) {
    this.table = table
    const ranked = (rule: AffinityRule, reason: string, seesNominated: boolean) => ({
      rule,
      rejection: rejectionId(table, release, POD_AFFINITY, reason),
      seesNominated,
    })
    const existing = new ExistingAntiAffinity(cluster, pod.signature, release.existingAntiAffinity)
    this.rules = [
      ranked(existing, EXISTING_ANTI_AFFINITY, true),
      ranked(affinityRule(cluster, pod, release), POD_AFFINITY_RULES, false),
      ranked(antiAffinityRule(cluster, pod, release), POD_ANTI_AFFINITY_RULES, false),
    ]
    for (const [node, pods] of cluster.pods.onNode.entries()) {
      for (const running of pods) this.podChanged(running, node, 1)
    }
  }

  /** Nobody has any terms. Not PreFilter's Skip: a pod that is only nominated may bring the first. */
  private get isIdle(): boolean {
    for (const { rule } of this.rules) if (!rule.isIdle) return false
    return true
  }

  /** While nobody has any terms, nothing that changes matters. */
  markAffected(affected: NodeMarks): void {
    const { isIdle } = this
    if (!isIdle || !this.wasIdle) affected.markAll()
    this.wasIdle = isIdle
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const { rule } of this.rules) rule.podChanged(pod, node, sign, 'lasting')
  }

  addOrRemovePod(pod: Pod, node: number, sign: 1 | -1): void {
    this.journal.push({ pod, node, sign })
    this.change(pod, node, sign, 'tried')
  }

  private change(pod: Pod, node: number, sign: 1 | -1, change: PodChange): void {
    for (const { rule, seesNominated } of this.rules) {
      if (seesNominated || pod.node >= 0) rule.podChanged(pod, node, sign, change)
    }
  }

  checkpoint(): () => void {
    const mark = this.journal.length
    return () => {
      for (const { pod, node, sign } of this.journal.splice(mark).toReversed()) {
        this.change(pod, node, sign === 1 ? -1 : 1, 'undone')
      }
    }
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    if (this.isIdle) return
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const rejection = this.judge(node)
      if (rejection !== 0) verdict[node] = rejection
    }
  }

  private judge(node: number): number {
    for (const { rule, rejection } of this.rules) {
      const judgement = rule.judge(node)
      if (judgement === 'violated') return rejection
      if (judgement !== 'met') return this.table.id('Error', judgement.error)
    }
    return 0
  }
}

function affinityRule(cluster: Cluster, pod: Pod, release: ClassicRelease): AffinityRule {
  const terms = pod.signature.podAffinity.required
  switch (release.affinity) {
    case 'per-term':
      return new SingleTermsAffinity(cluster, pod, terms)
    case 'one-pod':
      return new JointAffinity(cluster, pod.signature, terms)
    case 'per-topology':
      return new TopologyAffinity(cluster, pod.signature, terms)
  }
}

function antiAffinityRule(cluster: Cluster, pod: Pod, release: ClassicRelease): AffinityRule {
  const terms = pod.signature.podAntiAffinity.required
  if (release.affinity === 'per-term')
    return new SingleTermsAntiAffinity(cluster, pod.signature, terms)
  return release.antiAffinity === 'all-terms'
    ? new JointAntiAffinity(cluster, pod.signature, terms)
    : new TopologyAntiAffinity(cluster, pod.signature, terms, release.widensReturningPods)
}
