import { err, type Result } from '../../result.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { type Extender, type ExtenderVerb, nameOfExtender } from '../framework/extender.ts'
import type { Gap } from '../framework/gap.ts'
import type { Candidate } from '../preemption/candidates.ts'
import type { ExtenderReplies } from './extender-replies.ts'
import type { ExtenderRules } from './extender-rules.ts'
import { readBindReply } from './read-reply.ts'

/** What a call is about, besides the pod. */
interface CallSubject {
  readonly nodes: readonly number[]
  readonly candidates?: readonly Candidate[]
}

/** The extenders that one pod is shown to, and what of their answers is not known. */
export class PodExtenders {
  readonly cluster: Cluster
  readonly rules: ExtenderRules
  readonly pod: Pod
  /** In the order in which they are asked. */
  readonly all: readonly Extender[]
  private readonly replies: ExtenderReplies
  private readonly missing: Gap[] = []

  private constructor(
    { cluster, profile, pod }: Attempt,
    all: readonly Extender[],
    replies: ExtenderReplies,
  ) {
    this.cluster = cluster
    this.rules = profile.rules.extenders
    this.pod = pod
    this.all = all
    this.replies = replies
  }

  /** Null: nobody knows any answers, or none of the extenders is interested in the pod. */
  static of(attempt: Attempt, replies: ExtenderReplies | null): PodExtenders | null {
    if (replies === null) return null
    const { profile, pod } = attempt
    const interested = profile.extenders.filter((one) => replies.isInterested(one, pod))
    if (interested.length === 0) return null
    const last = ({ ignorable }: Extender) => ignorable && profile.rules.extenders.ignorableLast
    const inOrder = [
      ...interested.filter((one) => !last(one)),
      ...interested.filter((one) => last(one)),
    ]
    return new PodExtenders(attempt, inOrder, replies)
  }

  /** Answers that the attempt asked for and nobody knows. */
  get gaps(): readonly Gap[] {
    return this.missing
  }

  /** What the extender answers, or its error; null: nobody knows, and the attempt comes to nothing. */
  ask<T>(
    extender: Extender,
    verb: ExtenderVerb,
    { nodes, candidates = [] }: CallSubject,
    read: (value: unknown) => Result<T, string>,
  ): Result<T, string> | null {
    const { pod } = this
    const reply = this.replies.replyTo({ extender, verb, pod, nodes, candidates })
    if (reply.kind === 'unknown') {
      this.lack(extender, reply.why)
      return null
    }
    return reply.kind === 'body' ? read(reply.value) : err(reply.message)
  }

  /** Remembers that something is missing, without which the attempt comes to nothing. */
  lack(extender: Extender, why: string): void {
    const gap = { kind: null, plugin: nameOfExtender(extender), why, command: null }
    this.missing.push(gap)
  }

  /** The error of the extender that binds the pod; null: none, or nobody says what it answers. */
  bindingFailure(node: number): string | null {
    for (const extender of this.all) {
      if (!extender.verbs.has('bind')) continue
      const failure = this.bindingError(extender, node)
      if (failure === '' || !extender.ignorable) return failure === '' ? null : failure
    }
    return null
  }

  private bindingError(extender: Extender, node: number): string {
    const { pod } = this
    const call = { extender, verb: 'bind', pod, nodes: [node], candidates: [] } as const
    const reply = this.replies.replyTo(call)
    if (reply.kind === 'unknown') return ''
    if (reply.kind === 'failure') return reply.message
    const read = readBindReply(reply.value)
    return read.ok ? read.value : read.error
  }
}

interface Attempt {
  readonly cluster: Cluster
  /** What of a profile concerns extenders. */
  readonly profile: {
    readonly extenders: readonly Extender[]
    readonly rules: { readonly extenders: ExtenderRules }
  }
  readonly pod: Pod
}
