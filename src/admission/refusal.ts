import type { Changer } from './changes/journal.ts'
import type { Status } from './status/status.ts'

/** Who refuses: a stage, or an admission plugin by its Kubernetes name. */
export type Refuser =
  | Changer
  | 'PodSecurity'
  | 'ResourceQuota'
  | 'NamespaceLifecycle'
  | 'validation'

/** A refusal with the facts behind the server's sentence. */
export interface Refusal {
  readonly by: Refuser
  readonly status: Status
  readonly facts: readonly Fact[]
  /** How many more there are, which are not worth their weight. */
  readonly factsLeftOut?: number
}

/** What is behind a refusal, in numbers and places; one kind for each way to be refused. */
export type Fact =
  | { kind: 'syntax'; line: number; column: number; near: string }
  | { kind: 'type'; path: string; said: string }
  | { kind: 'unknownField'; path: string; didYouMean: readonly string[] }
  | { kind: 'duplicateField'; path: string }
  | { kind: 'otherKind'; apiVersion: string; podKind: string }
  | {
      kind: 'namespace'
      namespace: string
      state: 'absent' | 'terminating' | 'other'
      known: readonly string[]
    }
  | {
      kind: 'absent'
      of: 'ServiceAccount' | 'PriorityClass' | 'RuntimeClass'
      name: string
      known: readonly string[]
    }
  | {
      kind: 'priority'
      field: 'priority' | 'preemptionPolicy'
      given: string
      computed: string
      priorityClass: string
    }
  | {
      kind: 'overhead'
      runtimeClass: string
      podOverhead: Quantities
      classOverhead: Quantities | null
    }
  | {
      kind: 'nodeSelector'
      runtimeClass: string
      key: string
      podValue: string
      classValue: string
    }
  | { kind: 'secret'; serviceAccount: string; secret: string; allowed: readonly string[] }
  | { kind: 'mirrorPod'; what: string }
  | FieldFact
  | LimitFact
  | {
      kind: 'podSecurity'
      check: string
      level: string
      version: string
      fields: readonly string[]
      remedy: string
    }
  | {
      kind: 'quota'
      quota: string
      resource: string
      requested: string
      used: string
      hard: string
      over: string
    }
  | { kind: 'quotaUnset'; quota: string; resource: string; containers: readonly string[] }
  | { kind: 'quotaStatus'; quota: string; resources: readonly string[] }
  | { kind: 'conflict'; namespace: string; name: string; isTerminating: boolean }
  | { kind: 'request'; what: string }

export type Quantities = Readonly<Record<string, string>>

/** A field that is not valid, and what on the way in had to do with it. */
export interface FieldFact {
  kind: 'field'
  field: string
  path: string
  rule: string
  changedBy: readonly { by: Changer; path: string; reason: string }[]
}

export interface LimitFact {
  kind: 'limit'
  limitRange: string
  type: string
  /** Empty for what holds for the pod as a whole. */
  container: string
  resource: string
  bound: 'min' | 'max' | 'maxLimitRequestRatio'
  limit: string
  request: string | null
  ownLimit: string | null
}
