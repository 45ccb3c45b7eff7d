import type { ExtenderReplies } from '../scheduler/extenders/extender-replies.ts'
import { readBindReply } from '../scheduler/extenders/read-reply.ts'
import { namedResources } from '../scheduler/extenders/recorded-replies.ts'
import type { Extender } from '../scheduler/framework/extender.ts'
import type { ProfileSet } from '../scheduler/framework/profile.ts'
import type { JsonObject } from '../snapshot/json/fields.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { CalledReplies, type ExtenderCalling } from '../use-cases/decisions/call-extenders.ts'
import type { ClusterMirror } from './mirror/mirror.ts'
import { keyOf, nameOfPod } from './preemptions.ts'

/** A pod to decide, as it was told of last. */
export interface PodToAskAbout {
  readonly pod: Pod
  readonly object: JsonObject
}

/** The extenders of a configuration, asked while its pods are decided. */
export class Extenders {
  private readonly mirror: ClusterMirror
  private readonly profiles: ProfileSet
  private readonly calling: ExtenderCalling
  private asked: CalledReplies | null = null

  constructor(mirror: ClusterMirror, profiles: ProfileSet, calling: ExtenderCalling) {
    this.mirror = mirror
    this.profiles = profiles
    this.calling = calling
  }

  /** Who answers for now; for the options of a cycle. */
  get replies(): ExtenderReplies | null {
    return this.asked
  }

  /**
   * Decides, asks what came out to be unknown, and decides again; `act` has the cluster as it was
   * decided on, whatever is told meanwhile.
   */
  async decide<Found>(
    pods: readonly PodToAskAbout[],
    decide: () => Found,
    act: (found: Found) => void,
  ): Promise<void> {
    if (!pods.some(({ pod }) => this.extendersOf(pod).length > 0)) return act(decide())
    const letGo = this.mirror.hold()
    try {
      this.asked = this.repliesAbout(pods)
      let found = decide()
      while (await this.asked.makePendingCall()) found = decide()
      act(found)
    } finally {
      this.asked = null
      letGo()
    }
  }

  /** Whether an extender binds the pod: null for none, else why it did not; empty where it did. */
  async bind({ pod, object }: PodToAskAbout, node: string): Promise<string | null> {
    const binders = this.extendersOf(pod).filter(({ verbs }) => verbs.has('bind'))
    if (binders.length === 0) return null
    const replies = this.repliesAbout([{ pod, object }])
    const row = this.mirror.cluster.nodes.rowOf.get(node) ?? -1
    for (const extender of binders) {
      if (!replies.isInterested(extender, pod)) continue
      const problem = await bindBy(extender, replies, pod, row)
      if (problem === '' || !extender.ignorable) return problem
    }
    return null
  }

  private extendersOf({ signature }: Pod): readonly Extender[] {
    return this.profiles.get(signature.schedulerName)?.extenders ?? []
  }

  private repliesAbout(pods: readonly PodToAskAbout[]): CalledReplies {
    const { mirror } = this
    const interests = new Map(pods.map(({ pod, object }) => [pod, namedResources(object)]))
    return new CalledReplies(this.calling, mirror.cluster, interests, {
      pod: (pod) => mirror.object('pods', keyOf(nameOfPod(pod))) ?? null,
      node: (name) => mirror.object('nodes', name) ?? null,
    })
  }
}

/** Empty when it is bound. */
async function bindBy(
  extender: Extender,
  replies: CalledReplies,
  pod: Pod,
  row: number,
): Promise<string> {
  const call = { extender, verb: 'bind', pod, nodes: [row], candidates: [] } as const
  const reply = await replies.ask(call)
  if (reply.kind === 'unknown') return reply.why
  if (reply.kind === 'failure') return reply.message
  const read = readBindReply(reply.value)
  return read.ok ? read.value : read.error
}
