import { messageOf, type PodName, type PodWrites } from './pod-writes.ts'

/** A pod on its way to the node that was chosen. */
export interface Placement {
  readonly key: string
  readonly pod: PodName
  readonly node: string
}

/** Bindings that are under way at a time. */
const BINDINGS_MAX = 64

/** Binds pods to their nodes, beside the deciding. */
export class Bindings {
  private readonly writes: PodWrites
  private readonly underWay = new Map<string, { cancelled: string | null; isSent: boolean }>()
  private readonly promises = new Set<Promise<void>>()

  constructor(writes: PodWrites) {
    this.writes = writes
  }

  /** The API server has enough to answer for now. */
  get isBusy(): boolean {
    return this.underWay.size >= BINDINGS_MAX
  }

  /** `onFailure`: the pod is not bound, and why. */
  start(placement: Placement, onFailure: (why: string) => void): void {
    const { key } = placement
    const state = { cancelled: null, isSent: false }
    this.underWay.set(key, state)
    const binding = this.bind(placement, state)
      .catch((error: unknown) => `binding to ${placement.node} failed: ${textOf(error)}`)
      .then((problem) => {
        if (this.underWay.get(key) === state) this.underWay.delete(key)
        if (problem !== null) onFailure(problem)
      })
      .finally(() => this.promises.delete(binding))
    this.promises.add(binding)
  }

  /** True when the pod goes back to the queue, and needs not be deleted to leave its node. */
  cancel(key: string, why: string): boolean {
    const state = this.underWay.get(key)
    if (state === undefined || state.isSent) return false
    state.cancelled = why
    return true
  }

  /** Until all that was begun is done. */
  async end(): Promise<void> {
    await Promise.all(this.promises)
  }

  private async bind(
    { key, pod, node }: Placement,
    state: { cancelled: string | null; isSent: boolean },
  ): Promise<string | null> {
    if (!(await this.writes.hasNode(node))) return `node ${node} is gone`
    if (state.cancelled !== null) return state.cancelled
    state.isSent = true
    const { status, body } = await this.writes.bind(pod, node)
    if (status >= 300) return `binding to ${node} was refused with ${status}: ${messageOf(body)}`
    const note = `Successfully assigned ${key} to ${node}`
    const event = { type: 'Normal', reason: 'Scheduled', action: 'Binding', note } as const
    await this.writes.event(pod, event).catch(() => {})
    return null
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
