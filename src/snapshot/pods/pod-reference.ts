import type { Pod } from './pod.ts'

/** A pod as answers name it; one that was never created has no uid. */
export interface PodReference {
  readonly namespace: string
  readonly name: string
  readonly uid?: string
}

export function referTo({ signature: { namespace }, name, uid }: Pod): PodReference {
  return uid === '' ? { namespace, name } : { namespace, name, uid }
}
