/**
 * What the kubelet of spec.nodeName would do with a pod that is bound before any scheduler saw it.
 */
export interface KubeletVerdict {
  readonly node: string
  /** Null: the snapshot does not tell. */
  readonly admits: boolean | null
  /** The pod's status.reason, such as OutOfcpu; empty where it is admitted. */
  readonly reason: string
  /** The pod's status.message, or what is not known. */
  readonly message: string
  /** All that stands against it; the kubelet names the first. */
  readonly failures: readonly KubeletFailure[]
  /** Pods that would be ended at once for a critical one, in the kubelet's order. */
  readonly preempts: readonly string[]
}

export type KubeletFailure =
  | {
      readonly reason: string
      readonly message: string
      readonly resource: string
      readonly requested: number
      readonly used: number
      readonly capacity: number
    }
  | { readonly reason: string; readonly message: string; readonly resource: null }

/** A failure that is not one of resources. */
export function failed(reason: string, message: string): KubeletFailure {
  return { reason, message, resource: null }
}

export function admitted(node: string, preempts: readonly string[] = []): KubeletVerdict {
  return { node, admits: true, reason: '', message: '', failures: [], preempts }
}

/** rejectPod: the pod fails, and stays as it is until somebody deletes it. */
export function rejected(node: string, failures: readonly KubeletFailure[]): KubeletVerdict {
  const { reason = '', message = '' } = failures[0] ?? {}
  const said = `Pod was rejected: ${message}`
  return { node, admits: false, reason, message: said, failures, preempts: [] }
}

export function untold(node: string, message: string): KubeletVerdict {
  return { node, admits: null, reason: '', message, failures: [], preempts: [] }
}
