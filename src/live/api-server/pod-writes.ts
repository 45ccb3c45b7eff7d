import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf, namespaceOf, textAt } from '../../snapshot/json/raw-object.ts'
import { type ApiAnswer, type ApiServer, STRATEGIC_MERGE } from './api-server.ts'
import { nextCondition, wholeSeconds } from './condition.ts'

/** Names of one pod, as the API server knows it. */
export interface PodName {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

export interface PodEvent {
  /** Who tells. */
  readonly schedulerName: string
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly action: string
  readonly note: string
  /** The other object that it is about. */
  readonly related?: Preemptor
}

/** For whom room is made, as the API server knows it. */
export interface Preemptor extends PodName {
  readonly kind: 'Pod' | 'PodGroup'
  readonly apiVersion: string
}

/** What a pod without a node is told of an attempt. */
export interface PodStatus {
  /** Condition PodScheduled is False, with reason and message. */
  readonly scheduled?: { readonly reason: string; readonly message: string }
  /** Empty: it is nominated to no node any more; absent: as before. */
  readonly nominatedNodeName?: string | undefined
}

const NOT_FOUND = 404
const CONFLICT = 409
/** The API server takes no longer note; what is cut ends as upstream's does. */
const NOTE_CHARS_MAX = 1024
const CUT = ' ...'

/** Everything that is written of pods. */
export class PodWrites {
  private readonly api: ApiServer

  constructor(api: ApiServer) {
    this.api = api
  }

  /** Refused when the pod is another by now, or bound already. */
  bind({ namespace, name, uid }: PodName, node: string): Promise<ApiAnswer> {
    return this.api.send('POST', `${pathOf({ namespace, name })}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { namespace, name, uid },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    })
  }

  /** Of a pod as it was last seen; another pod of this name is left alone. */
  async tell(pod: JsonObject, { scheduled, nominatedNodeName }: PodStatus): Promise<void> {
    const conditions =
      scheduled === undefined
        ? {}
        : {
            conditions: [
              nextCondition(pod, { type: 'PodScheduled', status: 'False', ...scheduled }),
            ],
          }
    // A merge patch takes away what is null.
    const nomination =
      nominatedNodeName === undefined ? {} : { nominatedNodeName: nominatedNodeName || null }
    const { status } = await this.patchStatus(podName(pod), { ...conditions, ...nomination })
    if (status >= 300 && status !== NOT_FOUND && status !== CONFLICT) {
      throw new Error(`the status of a pod was refused with ${status}`)
    }
  }

  /** Which claim serves its extended resources, and how. */
  async tellExtendedClaim(pod: PodName, extendedResourceClaimStatus: JsonObject): Promise<void> {
    const told = await this.patchStatus(pod, { extendedResourceClaimStatus })
    mustSucceed(told, "the pod's claim for extended resources")
  }

  /**
   * Ends a pod to make room: its condition DisruptionTarget says so, then it is deleted. One that is
   * gone, or another pod of its name by now, counts as ended. The uid alone is the precondition: the
   * kubelet writes the status of a running pod at any time, which changes nothing about its going.
   */
  async preempt(victim: PodName, schedulerName: string, kind: Preemptor['kind']): Promise<void> {
    const message = `${schedulerName}: preempting to accommodate a higher priority ${kind.toLowerCase()}`
    const target = { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' }
    const lastTransitionTime = wholeSeconds(new Date())
    const conditions = [{ ...target, message, lastTransitionTime }]
    const told = await this.patchStatus(victim, { conditions })
    if (isGone(told)) return
    mustSucceed(told, 'the condition DisruptionTarget')
    const deleted = await this.api.send('DELETE', pathOf(victim), {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid: victim.uid },
    })
    if (!isGone(deleted)) mustSucceed(deleted, 'the deletion of a victim')
  }

  async event(pod: PodName, { schedulerName, related, note, ...event }: PodEvent): Promise<void> {
    const { namespace } = pod
    const isLong = note.length > NOTE_CHARS_MAX
    await this.api.send('POST', `/apis/events.k8s.io/v1/namespaces/${namespace}/events`, {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { namespace, name: `${pod.name}.${randomUUID()}` },
      eventTime: `${new Date().toISOString().slice(0, -1)}000Z`,
      reportingController: schedulerName,
      reportingInstance: schedulerName,
      regarding: { apiVersion: 'v1', kind: 'Pod', ...pod },
      ...(related !== undefined && { related }),
      note: isLong ? `${note.slice(0, NOTE_CHARS_MAX - CUT.length)}${CUT}` : note,
      ...event,
    })
  }

  private patchStatus(pod: PodName, status: JsonObject): Promise<ApiAnswer> {
    const patch = { metadata: { uid: pod.uid }, status }
    return this.api.send('PATCH', `${pathOf(pod)}/status`, patch, STRATEGIC_MERGE)
  }
}

function pathOf({ namespace, name }: Pick<PodName, 'namespace' | 'name'>): string {
  return `/api/v1/namespaces/${namespace}/pods/${name}`
}

function isGone({ status }: ApiAnswer): boolean {
  return status === NOT_FOUND || status === CONFLICT
}

function mustSucceed({ status, body }: ApiAnswer, what: string): void {
  if (status >= 300) throw new Error(`${what} was refused with ${status}: ${messageOf(body)}`)
}

/** What the API server says of a refusal. */
export function messageOf(body: unknown): string {
  const message = isObject(body) ? body['message'] : body
  return typeof message === 'string' ? message : ''
}

export function podName(pod: JsonObject): PodName {
  return { namespace: namespaceOf(pod), name: nameOf(pod), uid: textAt(pod, 'metadata', 'uid') }
}
