import type { Pod } from '../snapshot/cluster.ts'
import type { PodReference } from './decision-view.ts'

/** A pod as answers name it. */
export function referTo({ class: { namespace }, name, uid }: Pod): PodReference {
  return { namespace, name, uid }
}
