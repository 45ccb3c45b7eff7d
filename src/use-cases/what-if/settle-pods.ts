import type { CycleOptions } from '../../scheduler/cycle.ts'
import { decide } from '../../scheduler/decide.ts'
import type { ProfileSet } from '../../scheduler/framework/profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { referTo } from '../../snapshot/pods/pod-reference.ts'
import type { EditedPods } from './edit-run.ts'
import type { PodName } from './pod-name.ts'

/** Where pods went that edits made pending, by namespace/name; null: nowhere. */
export type Settled = ReadonlyMap<string, string | null>

/** Places them, so that what is asked of the cluster is asked of it with them. */
export function settlePods(
  cluster: Cluster,
  pods: readonly PodToDecide[],
  profiles: ProfileSet,
  options: CycleOptions,
): Settled {
  const settled = new Map<string, string | null>()
  for (const { pod, node } of decide(cluster, profiles, pods, options)) {
    const { namespace, name } = referTo(pod)
    settled.set(`${namespace}/${name}`, cluster.nodes.names[node] ?? null)
  }
  return settled
}

/** With the node that each pod went to. */
export function withPlaces(edited: EditedPods, settled: Settled): EditedPods {
  const place = <Placed extends PodName>(one: Placed) => ({
    ...one,
    to: settled.get(`${one.namespace}/${one.name}`) ?? null,
  })
  const { pendingAgain, created, deleted } = edited
  return { pendingAgain: pendingAgain.map(place), created: created.map(place), deleted }
}
