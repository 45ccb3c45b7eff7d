import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { Extender, ExtenderVerb } from '../framework/extender.ts'
import {
  type ExtenderCall,
  type ExtenderReplies,
  type ExtenderReply,
  urlOf,
} from './extender-replies.ts'

/** One recorded answer; see schemas/decisions/extender-results.ts. */
export interface RecordedReply {
  readonly extender: string
  readonly verb: ExtenderVerb
  readonly pod?: string | undefined
  readonly nodes?: readonly string[] | undefined
  readonly status?: number | undefined
  readonly response?: unknown
  readonly error?: string | undefined
}

const HTTP_OK = 200

interface Placed {
  /** Its place among the replies to such calls. */
  readonly at: number
  readonly reply: RecordedReply
}

/** The replies to one verb of one extender for one pod; of those that suit a call the first is meant. */
class RepliesToCall {
  private readonly byNodes = new Map<string, Placed>()
  private toAnyNodes: Placed | null = null
  private count = 0

  add(reply: RecordedReply): void {
    const placed = { at: this.count++, reply }
    if (reply.nodes === undefined) {
      this.toAnyNodes ??= placed
      return
    }
    const nodes = JSON.stringify(reply.nodes)
    if (!this.byNodes.has(nodes)) this.byNodes.set(nodes, placed)
  }

  find(nodes: readonly string[]): RecordedReply | undefined {
    const toThese = this.byNodes.size === 0 ? undefined : this.byNodes.get(JSON.stringify(nodes))
    const toAny = this.toAnyNodes
    if (toThese === undefined || toAny === null) return (toThese ?? toAny)?.reply
    return (toThese.at < toAny.at ? toThese : toAny).reply
  }
}

/** What extenders answered once, for the same calls. */
export class RecordedReplies implements ExtenderReplies {
  private readonly byCall = new Map<string, RepliesToCall>()
  private readonly interests: ReadonlyMap<Pod, ReadonlySet<string>>
  private readonly nodeNames: readonly string[]

  constructor(
    replies: readonly RecordedReply[],
    interests: ReadonlyMap<Pod, ReadonlySet<string>>,
    nodeNames: readonly string[],
  ) {
    this.interests = interests
    this.nodeNames = nodeNames
    for (const reply of replies) this.add(reply)
  }

  add(reply: RecordedReply): void {
    const key = keyOf(reply.extender, reply.verb, reply.pod ?? '')
    const known = this.byCall.get(key) ?? new RepliesToCall()
    this.byCall.set(key, known)
    known.add(reply)
  }

  isInterested({ managedResources }: Extender, pod: Pod): boolean {
    if (managedResources.length === 0) return true
    const named = this.interests.get(pod)
    return managedResources.some((resource) => named?.has(resource) === true)
  }

  replyTo(call: ExtenderCall): ExtenderReply {
    const { extender, verb, pod } = call
    const name = `${pod.signature.namespace}/${pod.name}`
    const nodes = Array.from(call.nodes, (row) => this.nodeNames[row])
    const reply =
      this.byCall.get(keyOf(extender.urlPrefix, verb, name))?.find(nodes) ??
      this.byCall.get(keyOf(extender.urlPrefix, verb, ''))?.find(nodes)
    if (reply !== undefined) return inWords(reply, call)
    return { kind: 'unknown', why: `extenderResults has no answer to ${verb} for this pod` }
  }
}

function keyOf(extender: string, verb: ExtenderVerb, pod: string): string {
  return JSON.stringify([extender, verb, pod])
}

/** As HTTPExtender.send tells it. */
function inWords(reply: RecordedReply, { extender, verb }: ExtenderCall): ExtenderReply {
  const { status = HTTP_OK, response, error } = reply
  if (error !== undefined) return { kind: 'failure', message: error }
  if (status !== HTTP_OK) {
    const action = extender.verbs.get(verb) ?? verb
    const message = `failed ${action} with extender at URL ${urlOf(extender, verb)}, code ${status}`
    return { kind: 'failure', message }
  }
  if (response === undefined) return { kind: 'failure', message: 'EOF' }
  return { kind: 'body', value: response }
}

/** Names of resources that the containers of a pod as it was sent ask for or limit. */
export function namedResources({ spec }: JsonObject): Set<string> {
  if (!isObject(spec)) return new Set()
  const containers = [spec['containers'], spec['initContainers']].filter(Array.isArray).flat()
  const amounts = containers.flatMap((container: unknown) => {
    const resources = isObject(container) ? container['resources'] : null
    return isObject(resources) ? [resources['requests'], resources['limits']] : []
  })
  return new Set(amounts.filter(isObject).flatMap((one) => Object.keys(one)))
}
