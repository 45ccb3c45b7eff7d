import type { Pod } from '../snapshot/cluster.ts'
import type { PodReference } from './decision-view.ts'

/** A pod as answers name it; one that was never created has no uid. */
export function referTo({ class: { namespace }, name, uid }: Pod): PodReference {
  return uid === '' ? { namespace, name } : { namespace, name, uid }
}
