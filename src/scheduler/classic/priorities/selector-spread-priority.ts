import type { Cluster } from '../../../snapshot/cluster.ts'
import { StringTable } from '../../../snapshot/json/strings.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { type LabelSelector, selectorMatches } from '../../../snapshot/selectors/label-selector.ts'
import type { Workload, Workloads } from '../../../snapshot/workloads/workload.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { scoring } from '../../framework/plugin.ts'
import type { PluginFactory } from '../context.ts'
import { MatchingPods } from './matching-pods.ts'
import { SCORE_MAX } from './scale.ts'

type WorkloadKind = keyof Workloads

const CONTROLLERS: readonly WorkloadKind[] = [
  'replicationControllers',
  'replicaSets',
  'statefulSets',
]
const ZONE_WEIGHT = 2 / 3

/** Spreads the pods of a Service or controller over nodes and, more so, over zones. */
export const selectorSpreadPriority: PluginFactory = spreadOver(['services', ...CONTROLLERS])

/** The same for Services alone; kept for policies of 1.0. */
export const serviceSpreadingPriority: PluginFactory = spreadOver(['services'])

function spreadOver(kinds: readonly WorkloadKind[]): PluginFactory {
  return (name) => ({
    name,
    prepareScore({ cluster, pod: { signature: pod } }) {
      const selectors = kinds.flatMap((kind) =>
        cluster.workloads(kind).flatMap((one) => selectorOf(kind, one, pod)),
      )
      return scoring(new SpreadScorer(cluster, pod, selectors))
    },
  })
}

/** The selector of a workload that selects the pod. Only a Service takes all pods, or pods without labels. */
function selectorOf(
  kind: WorkloadKind,
  { namespace, selector }: Workload,
  pod: PodSignature,
): LabelSelector[] {
  if (selector === null || namespace !== pod.namespace) return []
  if (kind !== 'services' && (selector.length === 0 || pod.labels.size === 0)) return []
  return selectorMatches(selector, pod.labels) ? [selector] : []
}

class SpreadScorer extends MatchingPods {
  /** By node: its zone, 0 for none. */
  private readonly zoneId: Int32Array
  private readonly podsInZone: Float64Array

  constructor(cluster: Cluster, pod: PodSignature, selectors: readonly LabelSelector[]) {
    super(
      cluster,
      (other) =>
        other.namespace === pod.namespace &&
        !other.terminating &&
        selectors.some((selector) => selectorMatches(selector, other.labels)),
    )
    const zones = new StringTable()
    this.zoneId = Int32Array.from(cluster.nodes.classicZoneKeys, (zone) =>
      zone === '' ? 0 : zones.intern(zone),
    )
    this.podsInZone = new Float64Array(zones.size)
  }

  /** In the floating-point order of upstream, truncated once at the end. */
  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    const { zoneId, podsInZone } = this
    // Zones of the feasible nodes; nodes without one are in none.
    podsInZone.fill(0)
    let highest = 0
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      highest = Math.max(highest, raw[node])
      if (zoneId[node] !== 0) podsInZone[zoneId[node]] += raw[node]
    }
    const highestOfZones = podsInZone.reduce((most, count) => Math.max(most, count), 0)
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const zone = zoneId[node]
      const ofNode = emptiness(raw[node], highest)
      score[node] = Math.trunc(
        zone === 0
          ? ofNode
          : ofNode * (1 - ZONE_WEIGHT) + ZONE_WEIGHT * emptiness(podsInZone[zone], highestOfZones),
      )
    }
  }
}

function emptiness(count: number, highest: number): number {
  return highest > 0 ? SCORE_MAX * ((highest - count) / highest) : SCORE_MAX
}
