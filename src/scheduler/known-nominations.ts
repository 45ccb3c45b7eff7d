import type { Cluster } from '../snapshot/cluster.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import type { Profile, ProfileSet } from './framework/profile.ts'
import { Nominations } from './nominations.ts'
import { preEnqueue } from './pre-enqueue.ts'

/** Those that the pods of a cluster came with; a scheduler knows those of its own pods only. */
export function knownNominations(cluster: Cluster, profiles: ProfileSet): Nominations {
  const nominations = new Nominations()
  for (const pod of cluster.pending) {
    const node = cluster.nodes.rowOf.get(pod.nominatedNodeName)
    if (node === undefined || pod.node >= 0) continue
    const profile = profiles.get(pod.signature.schedulerName)
    if (profile !== undefined && counts(cluster, profile, pod)) nominations.add(pod, node)
  }
  return nominations
}

/** A nomination may count only once the pod enters the active queue. */
function counts(cluster: Cluster, profile: Profile, pod: Pod): boolean {
  return profile.rules.nominatesGated || preEnqueue(cluster, profile, pod).gate === null
}
