import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { CsiNode } from '../../../snapshot/storage/storage-objects.ts'
import type { Detail, VolumeLimitDetail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import {
  filtering,
  type NodeFilter,
  type Plugin,
  type PreFilterResult,
  type Preparation,
  SKIP,
} from '../../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../../framework/plugin-registration.ts'
import { claimsNamespace } from '../../framework/pod-claims.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import { type AttachableVolume, type Attachment, attachmentsOf } from './attachable-volumes.ts'

const NAME = 'NodeVolumeLimits'
const REASON_LIMIT = 'node(s) exceed max volume count'

export interface VolumeLimitsRules {
  /** Volumes of a driver that asks for it keep pods off nodes without the driver (VolumeLimitScaling). */
  readonly requiresDriver: boolean
  /** In-tree plugins whose volumes count only where the CSINode lists them as migrated. */
  readonly migratedByCsiNode: readonly string[]
}

/** Keeps pods off nodes that cannot attach as many volumes of a CSI driver. */
function nodeVolumeLimits(args: VolumeLimitsRules): Plugin {
  return {
    name: NAME,
    readsOfIdentity: claimsNamespace,
    followsRequests: true,
    prepareFilter: (preparation) => prepare(preparation, args),
  }
}

function prepare(
  { cluster, pod, statuses }: Preparation,
  args: VolumeLimitsRules,
): PreFilterResult {
  const isCounted = pod.signature.volumes.some(({ kind }) => kind !== 'rbd' && kind !== 'iscsi')
  if (!isCounted) return SKIP
  const wanted = attachmentsOf(cluster.volumes, pod, true)
  return filtering(new VolumeLimitFilter(cluster, wanted, args, statuses))
}

/** Why a node is refused; the numbers only for a limit. */
type Objection =
  | { readonly kind: 'limit'; readonly driver: string; readonly numbers: VolumeLimitDetail }
  | { readonly kind: 'driver'; readonly driver: string }
  | { readonly kind: 'fault'; readonly message: string; readonly isMissingClaim: boolean }

class VolumeLimitFilter implements NodeFilter {
  readonly dependsOn = 'node'
  readonly rejectsMoreWith = ['volumeAttachments'] as const
  private readonly cluster: Cluster
  private readonly wanted: readonly Attachment[]
  private readonly args: VolumeLimitsRules
  private readonly statuses: PluginStatuses
  private readonly limitReached: number
  private readonly csiNodes: readonly (CsiNode | undefined)[]
  /** What pods that run attach, by pod signature: those of one signature use the same claims. */
  private readonly attachments = new Map<number, readonly Attachment[]>()

  constructor(
    cluster: Cluster,
    wanted: readonly Attachment[],
    args: VolumeLimitsRules,
    statuses: PluginStatuses,
  ) {
    this.cluster = cluster
    this.wanted = wanted
    this.args = args
    this.statuses = statuses
    this.limitReached = statuses.id('Unschedulable', REASON_LIMIT)
    // A claim that is not there counts for nothing, whatever a node can attach.
    const isLimited = wanted.some(({ kind, plugin }) => kind === 'attachable' || plugin !== null)
    this.csiNodes = isLimited
      ? cluster.nodes.names.map((name) => cluster.volumes.csiNode(name))
      : []
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    if (this.wanted.length === 0) return
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const rejection = this.rejectionOf(node)
      if (rejection !== null) verdict[node] = this.verdictFor(rejection)
    }
  }

  private verdictFor(rejection: Objection): number {
    switch (rejection.kind) {
      case 'limit':
        return this.limitReached
      case 'driver':
        return this.statuses.id(
          'Unschedulable',
          `${rejection.driver} CSI driver is not installed on the node`,
        )
      case 'fault': {
        const { message, isMissingClaim } = rejection
        return isMissingClaim
          ? this.statuses.id('UnschedulableAndUnresolvable', message)
          : this.statuses.id('Error', `running "${NAME}" filter plugin: ${message}`)
      }
    }
  }

  private rejectionOf(node: number): Objection | null {
    const csiNode = this.csiNodes[node]
    const added = new Map<string, string>()
    const fault = this.collect(this.wanted, csiNode, added)
    if (fault !== null) return fault
    if (this.args.requiresDriver) {
      for (const driver of added.values()) {
        if (!this.isInstalled(driver, csiNode)) return { kind: 'driver', driver }
      }
    }
    const limits = [...(csiNode?.attachableMax ?? [])].filter(([, limit]) => limit !== null)
    if (added.size === 0 || limits.length === 0) return null
    return this.countAgainst(node, csiNode, added)
  }

  /** Gathers what counts on the node, by key; the first fault ends it. */
  private collect(
    attachments: readonly Attachment[],
    csiNode: CsiNode | undefined,
    into: Map<string, string>,
  ): Objection | null {
    for (const attachment of attachments) {
      const { plugin } = attachment
      if (plugin !== null && !this.migrates(csiNode, plugin)) continue
      if (attachment.kind === 'fault') return attachment
      into.set(attachment.key, attachment.driver)
    }
    return null
  }

  private migrates(csiNode: CsiNode | undefined, plugin: string): boolean {
    if (csiNode === undefined) return false
    const isAsked = this.args.migratedByCsiNode.includes(plugin)
    return !isAsked || csiNode.migratedPlugins.has(plugin)
  }

  /** Drivers that nobody registered, or that do not ask for it, are taken on trust. */
  private isInstalled(driver: string, csiNode: CsiNode | undefined): boolean {
    if (csiNode?.attachableMax.has(driver)) return true
    return this.cluster.volumes.driver(driver)?.mustBeInstalled !== true
  }

  private countAgainst(
    node: number,
    csiNode: CsiNode | undefined,
    added: Map<string, string>,
  ): Objection | null {
    const attached = new Map<string, string>()
    for (const pod of this.cluster.pods.onNode[node]) {
      if (pod.signature.volumes.length === 0) continue
      const fault = this.collect(this.attachmentsOf(pod), csiNode, attached)
      if (fault !== null) return fault
    }
    for (const key of attached.keys()) added.delete(key)
    for (const { key, driver } of this.attachedByName(node)) attached.set(key, driver)
    const used = countByDriver(attached)
    for (const [driver, requested] of countByDriver(added)) {
      const limit = csiNode?.attachableMax.get(driver) ?? null
      const inUse = used.get(driver) ?? 0
      if (limit === null || inUse + requested <= limit) continue
      const numbers = { kind: 'volumeLimit', driver, requested, used: inUse, limit } as const
      return { kind: 'limit', driver, numbers }
    }
    return null
  }

  private attachmentsOf(pod: Pod): readonly Attachment[] {
    let attachments = this.attachments.get(pod.signature.id)
    if (attachments === undefined) {
      attachments = attachmentsOf(this.cluster.volumes, pod, false)
      this.attachments.set(pod.signature.id, attachments)
    }
    return attachments
  }

  /** VolumeAttachments of the node: also volumes whose pods are gone still hold their slot. */
  private attachedByName(node: number): Pick<AttachableVolume, 'driver' | 'key'>[] {
    const { nodes, volumes } = this.cluster
    return volumes.attachmentsTo(nodes.names[node]).flatMap(({ attacher, volumeName }) => {
      if (attacher === '' || volumeName === null) return []
      const source = volumes.volume(volumeName)?.source
      return source?.kind === 'csi'
        ? [{ driver: attacher, key: `${attacher}/${source.handle}` }]
        : []
    })
  }

  details(node: number): readonly Detail[] {
    const rejection = this.rejectionOf(node)
    if (rejection?.kind === 'limit') return [rejection.numbers]
    return rejection?.kind === 'driver'
      ? [{ kind: 'csiDriver', driver: rejection.driver, installed: false }]
      : []
  }
}

function countByDriver(volumes: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const driver of volumes.values()) counts.set(driver, (counts.get(driver) ?? 0) + 1)
  return counts
}

export function nodeVolumeLimitsPlugin(rules: VolumeLimitsRules): PluginRegistration {
  return {
    name: NAME,
    summary: 'Refuses nodes that would exceed the volumes that a CSI driver can attach.',
    notes: rules.requiresDriver ? ['NodeVolumeLimits wants the CSI driver on the node'] : [],
    points: ['preFilter', 'filter'],
    implementation: withoutArgs(nodeVolumeLimits(rules)),
  }
}
