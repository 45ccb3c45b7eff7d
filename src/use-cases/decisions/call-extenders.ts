import type { ExtenderResult } from '../../../schemas/decisions/extender-results.ts'
import type { OutboundAnswer, OutboundFailure, OutboundTls, Post } from '../../outbound/post.ts'
import type { Result } from '../../result.ts'
import {
  type ExtenderCall,
  type ExtenderReplies,
  type ExtenderReply,
  urlOf,
} from '../../scheduler/extenders/extender-replies.ts'
import { RecordedReplies } from '../../scheduler/extenders/recorded-replies.ts'
import type { Extender, ExtenderTransport } from '../../scheduler/framework/extender.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'

/** How extenders may be called. */
export interface ExtenderCalling {
  readonly post: Post
  /** Beginnings of what may be called; empty: whatever is public. */
  readonly urls: readonly string[]
  readonly mayBePrivate: boolean
}

/** Objects as they were sent, for the calls that carry them. */
export interface SentObjects {
  pod(pod: Pod): JsonObject | null
  node(name: string): JsonObject | null
}

const ANSWER_BYTES_MAX = 32_000_000
/** Of one request. */
const CALLS_MAX = 1_000
/** Whatever `httpTimeout` says: nobody waits longer for one answer. */
const TIMEOUT_MAX_MS = 60_000

/**
 * Asks the extenders themselves. An attempt that lacks an answer comes to nothing; whoever made it then
 * lets the call be made, and makes the attempt again.
 */
export class CalledReplies implements ExtenderReplies {
  /** What was answered, to be sent with a request that shall make no calls. */
  readonly results: ExtenderResult[] = []
  private readonly calling: ExtenderCalling
  private readonly cluster: Cluster
  private readonly sent: SentObjects
  private readonly known: RecordedReplies
  /** Why calls were not made, by what they were. */
  private readonly refused = new Map<string, string>()
  private pending: ExtenderCall | null = null
  private calls = 0

  constructor(
    calling: ExtenderCalling,
    cluster: Cluster,
    interests: ReadonlyMap<Pod, ReadonlySet<string>>,
    sent: SentObjects,
  ) {
    this.calling = calling
    this.cluster = cluster
    this.sent = sent
    this.known = new RecordedReplies([], interests, cluster.nodes.names)
  }

  isInterested(extender: Extender, pod: Pod): boolean {
    return this.known.isInterested(extender, pod)
  }

  replyTo(call: ExtenderCall): ExtenderReply {
    const reply = this.known.replyTo(call)
    // Nothing is ever bound for a decision.
    if (reply.kind !== 'unknown' || call.verb === 'bind') return reply
    const why = this.refused.get(this.keyOf(call))
    if (why !== undefined) return { kind: 'unknown', why }
    this.pending ??= call
    return reply
  }

  /** Makes the call that the last attempt lacked; false: it lacked none. */
  async makePendingCall(): Promise<boolean> {
    const call = this.pending
    if (call === null) return false
    this.pending = null
    await this.ask(call)
    return true
  }

  /** Makes this call. */
  async ask(call: ExtenderCall): Promise<ExtenderReply> {
    const url = urlOf(call.extender, call.verb)
    const why = this.whyNot(url, call.extender)
    if (why !== null) {
      this.refused.set(this.keyOf(call), why)
      return { kind: 'unknown', why }
    }
    this.calls++
    const tls = tlsOf(call.extender.transport)
    const answer = await this.calling.post({
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(this.argsOf(call)),
      timeoutMs: timeoutOf(call.extender.transport),
      answerBytesMax: ANSWER_BYTES_MAX,
      mayBePrivate: this.calling.mayBePrivate,
      tls,
    })
    this.keep(call, url, answer)
    return this.known.replyTo(call)
  }

  /** Judges the whole address: the path of a verb may lead out of the prefix. */
  private whyNot(url: string, { transport }: Extender): string | null {
    if (this.calls >= CALLS_MAX) return `a request makes at most ${CALLS_MAX} calls`
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      return 'its urlPrefix is not an HTTP address'
    }
    const { urls } = this.calling
    if (urls.length > 0 && !urls.some((one) => isUnder(url, one))) {
      return 'EXTENDERS_URLS has it not'
    }
    const [file] = transport.files
    if (file !== undefined) return `tlsConfig.${file} names a file of another machine`
    const { caData, certData, keyData } = transport
    return [caData, certData, keyData].every(isBase64)
      ? null
      : 'tlsConfig has data that is not base64'
  }

  private keep(
    call: ExtenderCall,
    url: string,
    answer: Result<OutboundAnswer, OutboundFailure>,
  ): void {
    const reply = answer.ok ? replyOf(answer.value) : failureOf(url, answer.error)
    if ('why' in reply) {
      this.refused.set(this.keyOf(call), reply.why)
      return
    }
    const { extender, verb, pod, nodes } = call
    const result = {
      extender: extender.urlPrefix,
      verb,
      pod: `${pod.signature.namespace}/${pod.name}`,
      nodes: this.namesOf(nodes),
      ...reply,
    }
    this.results.push(result)
    this.known.add(result)
  }

  private keyOf({ extender, verb, pod, nodes }: ExtenderCall): string {
    return JSON.stringify([extender.urlPrefix, verb, pod.index, nodes])
  }

  private namesOf(rows: readonly number[]): string[] {
    return rows.map((row) => this.cluster.nodes.names[row] ?? '')
  }

  /** As HTTPExtender sends it: whole objects, or names where the extender knows them. */
  private argsOf(call: ExtenderCall): object {
    const { extender, verb, pod, nodes } = call
    if (verb === 'bind') return this.bindingOf(call)
    const Pod = this.sent.pod(pod)
    if (verb === 'preempt') return { Pod, ...this.victimsOf(call) }
    const names = this.namesOf(nodes)
    if (extender.nodeCacheCapable) return { Pod, Nodes: null, NodeNames: names }
    const items = names.map((name) => this.sent.node(name) ?? { metadata: { name } })
    return { Pod, Nodes: { metadata: {}, items }, NodeNames: null }
  }

  private bindingOf({ pod, nodes }: ExtenderCall): object {
    const { namespace: PodNamespace } = pod.signature
    return { PodName: pod.name, PodNamespace, PodUID: pod.uid, Node: this.namesOf(nodes)[0] }
  }

  private victimsOf({ extender, candidates }: ExtenderCall): object {
    const { names } = this.cluster.nodes
    const byNode = candidates.map(({ node, victims, pdbViolations }) => {
      const Pods = victims.map(({ pod }) =>
        extender.nodeCacheCapable
          ? { UID: pod.uid }
          : (this.sent.pod(pod) ?? { metadata: { uid: pod.uid } }),
      )
      return [names[node], { Pods, NumPDBViolations: pdbViolations }] as const
    })
    const victims = Object.fromEntries(byNode)
    return extender.nodeCacheCapable
      ? { NodeNameToVictims: null, NodeNameToMetaVictims: victims }
      : { NodeNameToVictims: victims, NodeNameToMetaVictims: null }
  }
}

/** Only whole steps of the path: `/a` does not allow `/ab`. */
function isUnder(address: string, allowed: string): boolean {
  const url = new URL(address)
  const base = new URL(allowed)
  const path = base.pathname.replace(/\/+$/, '')
  return url.origin === base.origin && `${url.pathname}/`.startsWith(`${path}/`)
}

type Recorded = Pick<ExtenderResult, 'status'> & Partial<Pick<ExtenderResult, 'response' | 'error'>>

function replyOf({ status, text }: OutboundAnswer): Recorded | { readonly why: string } {
  if (status >= 300 && status < 400) return { why: 'it redirects, which is not followed' }
  if (status !== 200 || text.trim() === '') return { status }
  try {
    return { status, response: JSON.parse(text) }
  } catch {
    const [first = ''] = text.trim()
    const isText = !'{["-0123456789tfn'.includes(first)
    const error = isText
      ? `invalid character '${first}' looking for beginning of value`
      : 'unexpected EOF'
    return { status, error }
  }
}

/** In the words of Go's client. */
function failureOf(url: string, failure: OutboundFailure): Recorded | { readonly why: string } {
  const post = `Post ${JSON.stringify(url)}`
  if (failure.kind === 'timeout') {
    const error = `${post}: context deadline exceeded (Client.Timeout exceeded while awaiting headers)`
    return { status: 200, error }
  }
  if (failure.kind === 'unreachable') return { status: 200, error: `${post}: ${failure.message}` }
  return { why: failure.message }
}

/** Without a CA an extender that asks for HTTPS is believed, as upstream does (makeTransport). */
function tlsOf(transport: ExtenderTransport): OutboundTls {
  const { enableHttps, insecure, serverName, caData, certData, keyData } = transport
  return {
    isInsecure: insecure || (enableHttps && caData === ''),
    serverName,
    ca: decoded(caData),
    cert: decoded(certData),
    key: decoded(keyData),
  }
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text) && text.replace(/\s/g, '').length % 4 === 0
}

/** PEM is ASCII. */
function decoded(base64: string): string {
  return base64 === '' ? '' : atob(base64)
}

/** Whole milliseconds, as timers take them; Go's client waits without end where it is told none. */
function timeoutOf({ timeoutMs }: ExtenderTransport): number {
  return timeoutMs <= 0 ? TIMEOUT_MAX_MS : Math.min(Math.ceil(timeoutMs), TIMEOUT_MAX_MS)
}
