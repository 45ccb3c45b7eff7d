import type { Pod } from '../types/types.ts'

/** What a check has against a pod, in the server's words, and what would have to change. */
export interface Violation {
  readonly reason: string
  readonly detail: string
  /** The fields that are wrong, or that are missing. */
  readonly fields: readonly string[]
  readonly remedy: string
}

export type CheckPod = (pod: Pod) => Violation | null

export interface VersionedCheck {
  /** The first policy version with this form of the check: 25 is v1.25. */
  readonly since: number
  readonly check: CheckPod
}

/** One check of the pod security standards, in all the forms it ever had. */
export interface Check {
  readonly id: string
  readonly level: 'baseline' | 'restricted'
  readonly versions: readonly VersionedCheck[]
  /** The baseline check that a restricted one replaces. */
  readonly overrides?: string
}
