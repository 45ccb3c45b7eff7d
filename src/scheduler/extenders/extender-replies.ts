import type { Pod } from '../../snapshot/pods/pod.ts'
import type { Extender, ExtenderVerb } from '../framework/extender.ts'
import type { Candidate } from '../preemption/candidates.ts'

/** One call that kube-scheduler makes to an extender. */
export interface ExtenderCall {
  readonly extender: Extender
  readonly verb: ExtenderVerb
  readonly pod: Pod
  /** Rows of the nodes that it is asked about; of `bind` the one node. */
  readonly nodes: readonly number[]
  /** Of `preempt`: who would have to go on each of these nodes. */
  readonly candidates: readonly Candidate[]
}

/** What came back: a body as JSON, or why there is none, in kube-scheduler's words. */
export type ExtenderReply =
  | { readonly kind: 'body'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly message: string }
  /** Nobody knows what it would answer. */
  | { readonly kind: 'unknown'; readonly why: string }

/** Whoever knows what the extenders answer. */
export interface ExtenderReplies {
  /** IsInterested: the pod names one of the resources that the extender manages, or it manages none. */
  isInterested(extender: Extender, pod: Pod): boolean
  replyTo(call: ExtenderCall): ExtenderReply
}

/** Where kube-scheduler sends the call. */
export function urlOf({ urlPrefix, verbs }: Extender, verb: ExtenderVerb): string {
  return `${urlPrefix.replace(/\/+$/, '')}/${verbs.get(verb) ?? ''}`
}
