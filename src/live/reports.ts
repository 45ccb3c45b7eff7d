import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../snapshot/json/fields.ts'
import type { ApiAnswer, ApiServer } from './api-server.ts'

/** Names of one pod, as the API server knows it. */
export interface PodName {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

const STRATEGIC_MERGE = 'application/strategic-merge-patch+json'
/** The API server takes no longer note. */
const NOTE_CHARS_MAX = 1024

/** Writes what became of pods to the API server. */
export class Reports {
  private readonly api: ApiServer
  private readonly schedulerName: string

  constructor(api: ApiServer, schedulerName: string) {
    this.api = api
    this.schedulerName = schedulerName
  }

  /** Refused when the pod is another by now, or bound already. */
  bind({ namespace, name, uid }: PodName, node: string): Promise<ApiAnswer> {
    return this.api.send('POST', `/api/v1/namespaces/${namespace}/pods/${name}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { namespace, name, uid },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    })
  }

  /** The API server binds pods to nodes that are not there. */
  async hasNode(node: string): Promise<boolean> {
    return (await this.api.send('GET', `/api/v1/nodes/${node}`)).status === 200
  }

  /** Condition PodScheduled, as kubectl describe shows it. */
  async condition(
    { namespace, name, uid }: PodName,
    reason: string,
    message: string,
  ): Promise<void> {
    const lastTransitionTime = seconds(new Date())
    const scheduled = { type: 'PodScheduled', status: 'False', reason, message, lastTransitionTime }
    const patch: JsonObject = { metadata: { uid }, status: { conditions: [scheduled] } }
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`
    await this.api.send('PATCH', path, patch, STRATEGIC_MERGE)
  }

  async event(
    pod: PodName,
    type: 'Normal' | 'Warning',
    reason: string,
    note: string,
  ): Promise<void> {
    const { namespace } = pod
    const controller = this.schedulerName
    await this.api.send('POST', `/apis/events.k8s.io/v1/namespaces/${namespace}/events`, {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { namespace, name: `${pod.name}.${randomUUID()}` },
      eventTime: `${new Date().toISOString().slice(0, -1)}000Z`,
      reportingController: controller,
      reportingInstance: controller,
      action: type === 'Normal' ? 'Binding' : 'Scheduling',
      regarding: { apiVersion: 'v1', kind: 'Pod', ...pod },
      type,
      reason,
      note: note.slice(0, NOTE_CHARS_MAX),
    })
  }
}

function seconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}
