import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import { referTo } from '../../../snapshot/pods/pod-reference.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { ExclusiveDisk } from '../../../snapshot/storage/pod-volume.ts'
import type { Detail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import {
  filtering,
  type NodeFilter,
  type Plugin,
  type PreFilterResult,
  type Preparation,
  rejecting,
  SKIP,
} from '../../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../../framework/plugin-registration.ts'
import { claimsNamespace, notFound } from '../../framework/pod-claims.ts'
import { disksConflict, isExclusiveDisk } from './disk-conflict.ts'

const REASON_DISK = 'node(s) had no available disk'

/** Keeps pods off nodes where a disk is mounted in their way, and from claims that one pod has for itself. */
function volumeRestrictions(exclusiveClaimReason: string): Plugin {
  return {
    name: 'VolumeRestrictions',
    readsOfIdentity: claimsNamespace,
    followsRequests: true,
    prepareFilter: (preparation) => prepare(preparation, exclusiveClaimReason),
  }
}

function prepare(
  { cluster, pod, statuses }: Preparation,
  exclusiveClaimReason: string,
): PreFilterResult {
  const { namespace, volumes } = pod.signature
  const disks = volumes.filter(isExclusiveDisk)
  const exclusive = new Set<string>()
  for (const volume of volumes) {
    if (volume.kind !== 'claim') continue
    const claim = cluster.volumes.claim(namespace, volume.claimName)
    if (claim === undefined) {
      const reason = notFound('persistentvolumeclaim', volume.claimName)
      return rejecting('UnschedulableAndUnresolvable', reason)
    }
    if (claim.accessModes.includes('ReadWriteOncePod')) exclusive.add(claim.name)
  }
  if (disks.length === 0 && exclusive.size === 0) return SKIP
  const verdicts = {
    diskTaken: statuses.id('Unschedulable', REASON_DISK),
    claimTaken: statuses.id('Unschedulable', exclusiveClaimReason),
  }
  return filtering(new RestrictionFilter(cluster, namespace, disks, exclusive, verdicts))
}

/** Ids of the status table. */
interface Verdicts {
  readonly diskTaken: number
  readonly claimTaken: number
}

class RestrictionFilter implements NodeFilter {
  readonly dependsOn: 'node' | 'cluster'
  private readonly cluster: Cluster
  private readonly namespace: string
  private readonly disks: readonly ExclusiveDisk[]
  private readonly exclusive: ReadonlySet<string>
  private readonly diskTaken: number
  private readonly claimTaken: number
  /** Pods that use each exclusive claim, by the claim's name. */
  private readonly users = new Map<string, number>()
  /** What a dry run adds to the number of claims in use. */
  private tried = 0

  constructor(
    cluster: Cluster,
    namespace: string,
    disks: readonly ExclusiveDisk[],
    exclusive: ReadonlySet<string>,
    verdicts: Verdicts,
  ) {
    this.dependsOn = exclusive.size === 0 ? 'node' : 'cluster'
    this.cluster = cluster
    this.namespace = namespace
    this.disks = disks
    this.exclusive = exclusive
    this.diskTaken = verdicts.diskTaken
    this.claimTaken = verdicts.claimTaken
    if (exclusive.size === 0) return
    for (const pods of cluster.pods.onNode) for (const pod of pods) this.podChanged(pod, -1, 1)
  }

  /** PreFilter's Skip looks at pods that run, not at those that a dry run adds or takes away. */
  isActive(): boolean {
    return this.disks.length > 0 || this.users.size > 0
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const isClaimTaken = this.users.size + this.tried > 0
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (this.disks.length > 0 && this.diskHolder(node) !== undefined) {
        verdict[node] = this.diskTaken
      } else if (isClaimTaken) verdict[node] = this.claimTaken
    }
  }

  podChanged(pod: Pod, _node: number, sign: 1 | -1): void {
    if (pod.signature.namespace !== this.namespace) return
    for (const name of this.exclusiveClaims(pod.signature)) {
      const users = (this.users.get(name) ?? 0) + sign
      if (users > 0) this.users.set(name, users)
      else this.users.delete(name)
    }
  }

  /** Upstream compares names alone here, so a claim of another namespace counts as well. */
  addOrRemovePod(pod: Pod, _node: number, sign: 1 | -1): void {
    this.tried += sign * this.exclusiveClaims(pod.signature).length
  }

  checkpoint(): () => void {
    const { tried } = this
    return () => {
      this.tried = tried
    }
  }

  private exclusiveClaims({ volumes }: PodSignature): string[] {
    return volumes.flatMap((volume) =>
      volume.kind === 'claim' && this.exclusive.has(volume.claimName) ? [volume.claimName] : [],
    )
  }

  private diskHolder(node: number): Pod | undefined {
    return this.cluster.pods.onNode[node].find((pod) => this.mountsDisk(pod))
  }

  private mountsDisk({ signature: { volumes } }: Pod): boolean {
    return volumes.some((used) => this.disks.some((disk) => disksConflict(disk, used)))
  }

  details(node: number): Detail[] {
    const holder = this.disks.length === 0 ? undefined : this.diskHolder(node)
    if (holder !== undefined) {
      return this.disks
        .filter((one) => holder.signature.volumes.some((used) => disksConflict(one, used)))
        .slice(0, 1)
        .map((volume) => ({ kind: 'disk', conflictsWith: { pod: referTo(holder), volume } }))
    }
    return this.cluster.pods.onNode.flat().flatMap((pod) => {
      if (pod.signature.namespace !== this.namespace) return []
      return this.exclusiveClaims(pod.signature).map((claim) => ({
        kind: 'exclusiveClaim' as const,
        claim: `${this.namespace}/${claim}`,
        conflictsWith: { pod: referTo(pod) },
      }))
    })
  }
}

/** `exclusiveClaimReason`: for a claim that another pod has for itself. */
export function volumeRestrictionsPlugin(exclusiveClaimReason: string): PluginRegistration {
  return {
    name: 'VolumeRestrictions',
    summary: 'Refuses nodes where a volume of the pod is in use and cannot be shared.',
    points: ['preFilter', 'filter'],
    missingState: { filter: 'cannot read "PreFilterVolumeRestrictions" from cycleState' },
    implementation: withoutArgs(volumeRestrictions(exclusiveClaimReason)),
  }
}
