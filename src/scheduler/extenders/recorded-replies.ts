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

/** What extenders answered once, for the same calls. */
export class RecordedReplies implements ExtenderReplies {
  private readonly byCall = new Map<string, RecordedReply[]>()
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
    const known = this.byCall.get(key)
    if (known === undefined) this.byCall.set(key, [reply])
    else known.push(reply)
  }

  isInterested({ managedResources }: Extender, pod: Pod): boolean {
    if (managedResources.length === 0) return true
    const named = this.interests.get(pod)
    return managedResources.some((resource) => named?.has(resource) === true)
  }

  replyTo(call: ExtenderCall): ExtenderReply {
    const { extender, verb, pod } = call
    const name = `${pod.signature.namespace}/${pod.name}`
    const reply =
      this.find(keyOf(extender.urlPrefix, verb, name), call) ??
      this.find(keyOf(extender.urlPrefix, verb, ''), call)
    if (reply !== undefined) return inWords(reply, call)
    return { kind: 'unknown', why: `extenderResults has no answer to ${verb} for this pod` }
  }

  private find(key: string, { nodes }: ExtenderCall): RecordedReply | undefined {
    const suits = ({ nodes: asked }: RecordedReply) =>
      asked === undefined ||
      (asked.length === nodes.length &&
        nodes.every((row, index) => this.nodeNames[row] === asked[index]))
    return this.byCall.get(key)?.find(suits)
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
