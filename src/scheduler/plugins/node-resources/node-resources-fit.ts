import type { Cluster } from '../../../snapshot/cluster.ts'
import { mayBeServed } from '../../../snapshot/devices/device-reader.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { ResourceColumn } from '../../../snapshot/pods/pods-on-nodes.ts'
import {
  CPU,
  EPHEMERAL_STORAGE,
  isExtendedResource,
  MEMORY,
  PODS,
} from '../../../snapshot/resources/resource-names.ts'
import type { DeviceRules } from '../../devices/device-rules.ts'
import type { Detail } from '../../framework/detail.ts'
import { byCodeUnit } from '../../framework/fit-error-message.ts'
import { absentKind } from '../../framework/gap.ts'
import type { NodeList } from '../../framework/node-list.ts'
import {
  filtering,
  type NodeFilter,
  type Plugin,
  READS_NO_IDENTITY,
} from '../../framework/plugin.ts'
import { type PluginRegistration, withArgs } from '../../framework/plugin-registration.ts'
import { ReasonSets } from '../../framework/reason-sets.ts'
import { FITS, type PluginStatuses } from '../../framework/status-table.ts'
import { AllocationScorer } from './allocation-scorer.ts'
import { AllocationTerms, COUNTED_BY_FIT, scoringWith } from './allocation-terms.ts'
import { DEFAULT_ARGS, readNodeResourcesFitArgs } from './node-resources-fit-args.ts'
import { shortage } from './resource-detail.ts'
import { allocationFormula, type ScoringStrategy } from './scoring-strategy.ts'

const NAME = 'NodeResourcesFit'
const NO_CLASSES = absentKind('deviceClasses', NAME)
const REASON_PODS = 'Too many pods'

/** Where releases differ. */
export interface FitRules {
  /** A node too small for the request, however empty, is not worth a preemption. */
  readonly judgesNodeSize: boolean
  /** Where devices may serve extended resources that a node does not offer; null: nowhere. */
  readonly deviceRules: DeviceRules | null
  /** Parameters of RequestedToCapacityRatio are refused with another type of scoring. */
  readonly forbidsUnusedRatio: boolean
}

interface FitArgs extends FitRules {
  readonly strategy: ScoringStrategy
  readonly ignoredResources: ReadonlySet<string>
  readonly ignoredResourceGroups: ReadonlySet<string>
}

/** Keeps pods off nodes without room for their requests, and scores nodes by what is allocated. */
function nodeResourcesFit(args: FitArgs): Plugin {
  return {
    name: NAME,
    readsOfIdentity: READS_NO_IDENTITY,
    followsRequests: true,
    prepareFilter: ({ cluster, pod, statuses }) =>
      filtering(new FitFilter(cluster, pod.signature, args, statuses)),
    prepareScore({ cluster, pod: { signature } }) {
      const { strategy, deviceRules } = args
      const counted = { ...COUNTED_BY_FIT, resources: strategy.resources, deviceRules }
      const terms = AllocationTerms.of(cluster, signature, counted)
      const scorer = new AllocationScorer(terms, allocationFormula(strategy))
      return scoringWith(scorer, cluster, signature, counted)
    },
  }
}

interface Demand {
  readonly name: string
  readonly amount: number
  readonly column: ResourceColumn
  readonly reason: string
  /** A node that has none of it leaves it to dynamic resource allocation. */
  readonly servedByDra: 'no' | 'yes' | 'unknown'
}

class FitFilter implements NodeFilter {
  readonly dependsOn = 'node'
  readonly rejectsMoreWith = ['pods'] as const
  private readonly cluster: Cluster
  private demands: readonly Demand[]
  private readonly args: FitArgs
  private readonly reasons: ReasonSets
  private readonly statuses: PluginStatuses
  /** The verdict of nodes that lack what devices might give; made when first needed. */
  private unknown: number = FITS

  constructor(cluster: Cluster, pod: PodSignature, args: FitArgs, statuses: PluginStatuses) {
    this.cluster = cluster
    this.args = args
    this.statuses = statuses
    this.demands = demandsOf(cluster, pod, args)
    this.reasons = new ReasonSets(
      [REASON_PODS, ...this.demands.map((demand) => demand.reason)],
      statuses,
    )
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const { demands, reasons } = this
    const { judgesNodeSize } = this.args
    const { podCount } = this.cluster.pods
    const { podsMax } = this.cluster.nodes
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      let failed = 0
      let isUnknown = false
      if (podCount[node] + 1 > podsMax[node]) failed = reasons.with(failed, 0, false)
      for (let demand = 0; demand < demands.length; demand++) {
        const { amount, column } = demands[demand]
        const allocatable = column.allocatable[node]
        if (amount <= allocatable - column.requested[node]) continue
        const { servedByDra } = demands[demand]
        if (servedByDra !== 'no' && allocatable === 0) {
          isUnknown ||= servedByDra === 'unknown'
          continue
        }
        failed = reasons.with(failed, demand + 1, judgesNodeSize && amount > allocatable)
      }
      if (isUnknown) verdict[node] = this.unknownUnless(failed)
      else if (failed !== 0) verdict[node] = reasons.rejection(failed)
    }
  }

  /** The other pod asks for the same resources, so that the reasons are the same. */
  follow(pod: PodSignature): void {
    this.demands = demandsOf(this.cluster, pod, this.args)
  }

  /** What the node lacks besides is certain. */
  private unknownUnless(failed: number): number {
    if (this.unknown === FITS) this.unknown = this.statuses.unknown(NO_CLASSES)
    return failed === 0 ? this.unknown : this.reasons.rejection(failed)
  }

  details(node: number): Detail[] {
    const { pods, nodes } = this.cluster
    return [
      ...shortage(PODS, REASON_PODS, 1, nodes.podsMax[node], pods.podCount[node]),
      ...this.demands.flatMap(({ name, reason, amount, column, servedByDra }) =>
        servedByDra !== 'no' && column.allocatable[node] === 0
          ? []
          : shortage(name, reason, amount, column.allocatable[node], column.requested[node]),
      ),
    ]
  }
}

/** What the pod asks for, in upstream's order; scalars, which upstream takes at random, by name. */
function demandsOf(cluster: Cluster, { request }: PodSignature, args: FitArgs): Demand[] {
  const wanted: [string, number][] = [
    [CPU, request.cpuMilli],
    [MEMORY, request.memoryBytes],
    [EPHEMERAL_STORAGE, request.ephemeralStorageBytes],
    ...[...request.scalars].sort(([a], [b]) => byCodeUnit(a, b)),
  ]
  return wanted
    .filter(([name, amount]) => amount > 0 && !isIgnored(name, args))
    .map(([name, amount]) => ({
      name,
      amount,
      column: cluster.pods.column(name),
      reason: `Insufficient ${name}`,
      servedByDra: args.deviceRules === null ? 'no' : servedByDra(cluster, name),
    }))
}

function servedByDra(cluster: Cluster, resource: string): Demand['servedByDra'] {
  if (!mayBeServed(resource)) return 'no'
  if (cluster.isUnknown('deviceClasses')) return 'unknown'
  return cluster.devices.classOfResource(resource) === undefined ? 'no' : 'yes'
}

function isIgnored(name: string, args: FitArgs): boolean {
  if (!isExtendedResource(name)) return false
  const group = name.slice(0, name.indexOf('/'))
  return args.ignoredResources.has(name) || args.ignoredResourceGroups.has(group)
}

export function nodeResourcesFitPlugin(rules: FitRules): PluginRegistration {
  return {
    name: 'NodeResourcesFit',
    summary:
      'Refuses nodes without room for what the pod requests; scores how full a node would be.',
    notes: rules.judgesNodeSize
      ? ['A node too small for a request is no candidate for preemption']
      : [],
    points: ['preFilter', 'filter', 'preScore', 'score'],
    weight: 1,
    missingState: {
      filter: 'error reading "PreFilterNodeResourcesFit" from cycleState: not found',
    },
    implementation: withArgs(
      {
        defaults: DEFAULT_ARGS,
        read: (fields) => readNodeResourcesFitArgs(fields, rules.forbidsUnusedRatio),
        isReadWhereRun: true,
      },
      ({ strategy, ignoredResources, ignoredResourceGroups }, setting) => {
        // What extenders manage takes the place of what the arguments ignore.
        const managed = setting.ignoredResources
        return nodeResourcesFit({
          ...rules,
          strategy,
          ignoredResources: new Set(managed.length > 0 ? managed : ignoredResources),
          ignoredResourceGroups: new Set(ignoredResourceGroups),
        })
      },
    ),
  }
}
