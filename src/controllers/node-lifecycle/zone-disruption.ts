import type { ControlledNode } from '../cluster/controlled-node.ts'
import type { Journal } from '../journal.ts'
import type { Timeline } from '../timeline.ts'
import type { ControllerFlags } from './controller-flags.ts'
import type { ReadyCounts } from './ready-counts.ts'
import { ZoneQueue } from './zone-queue.ts'
import { computeZoneState, type ZoneCount, type ZoneState } from './zone-state.ts'

/** NodeEvictionPeriod: how often the queues are served, and where between the seconds. */
const TAINTING_PERIOD_MS = 100
const TAINTING_PHASE_MS = 50

const ENTERING = 'Controller detected that all Nodes are not-Ready. Entering master disruption mode'
const EXITING = 'Controller detected that some Nodes are Ready. Exiting master disruption mode'
const NEW_STATE = 'Controller detected that zone is now in new state'

export interface ZoneOptions {
  readonly flags: ControllerFlags
  readonly timeline: Timeline
  readonly journal: Journal
}

/** The states of zones and the queues of nodes to be tainted NoExecute (handleDisruption). */
export class ZoneDisruption {
  private readonly options: ZoneOptions
  /** A state that no pass computed is empty, as Go's maps have it. */
  private readonly states = new Map<string, ZoneState | ''>()
  /** One a zone ever seen: upstream never drops any. */
  private readonly queues = new Map<string, ZoneQueue>()
  private mustRestartProbes = false

  constructor(options: ZoneOptions) {
    this.options = options
  }

  /** As a controller that has watched these nodes since before the start. */
  assumeWatched(nodes: Iterable<ControlledNode>): void {
    const counts = new Map<string, ZoneCount>()
    for (const { zone, isExcluded, conditions, taints, name } of nodes) {
      this.addZone(zone)
      const ready = conditions.find(({ type }) => type === 'Ready')?.status
      const isTainted = taints.some(
        ({ key, effect }) => effect === 'NoExecute' && KEYS_OF_READY.has(key),
      )
      if (ready !== 'True' && isTainted) this.queues.get(zone)?.addDone(name)
      if (isExcluded) continue
      const count = counts.get(zone) ?? { ready: 0, notReady: 0 }
      if (ready === 'True') count.ready++
      else count.notReady++
      counts.set(zone, count)
    }
    for (const zone of this.states.keys()) this.states.set(zone, '')
    for (const [zone, count] of counts) {
      const state = this.stateOf(count)
      this.states.set(zone, state)
      this.setRate(zone, count, state)
    }
    const isAllFull = [...counts.keys()].every((zone) => this.states.get(zone) === 'FullDisruption')
    if (isAllFull) for (const zone of counts.keys()) this.swap(zone, 0)
  }

  /** addPodEvictorForNewZone: a zone without a state gets an empty queue. Whether it did. */
  addZone(zone: string): boolean {
    if (this.states.has(zone)) return false
    this.states.set(zone, 'Initial')
    const { flags, timeline } = this.options
    this.queues.set(zone, new ZoneQueue(flags.nodeEvictionRate, timeline.nowMs))
    return true
  }

  /** markNodeForTainting: one whose taint somebody took away has another turn. */
  queueForTainting(node: ControlledNode, hasTaint: boolean): void {
    const queue = this.queues.get(node.zone)
    if (!hasTaint) queue?.remove(node.name)
    queue?.add(node.name)
  }

  leaveQueue({ zone, name }: ControlledNode): void {
    this.queues.get(zone)?.remove(name)
  }

  /** The zones' new states; `reachAll` takes every node's taints off. Whether anything changed. */
  update(ready: ReadyCounts, reachAll: () => void): boolean {
    const counts = ready.byZone
    const next = new Map<string, ZoneState>()
    for (const [zone, count] of counts) {
      next.set(zone, this.stateOf(count))
      if (!this.states.has(zone)) this.states.set(zone, 'Initial')
    }
    const isAllFull = [...next.values()].every((state) => state === 'FullDisruption')
    const zonesBefore = this.states.size
    const wasAllFull = this.dropZones(ready)
    if (isAllFull && wasAllFull) return this.states.size < zonesBefore
    if (isAllFull) this.enterMasterDisruption(reachAll)
    else if (wasAllFull) this.exitMasterDisruption(counts, next)
    else return this.enterStates(counts, next) || this.states.size < zonesBefore
    return true
  }

  /** Whether the passes' memory of all nodes starts anew; asked once after each update. */
  takeProbeRestart(): boolean {
    const mustRestart = this.mustRestartProbes
    this.mustRestartProbes = false
    return mustRestart
  }

  nextTaintingMs(): number {
    let dueMs = Number.POSITIVE_INFINITY
    for (const queue of this.queues.values()) dueMs = Math.min(dueMs, queue.nextMs())
    const fromMs = Math.max(dueMs, this.options.timeline.nowMs)
    const passes = Math.ceil((fromMs - TAINTING_PHASE_MS) / TAINTING_PERIOD_MS)
    return TAINTING_PHASE_MS + passes * TAINTING_PERIOD_MS
  }

  serve(taint: (node: string, zone: string) => void): void {
    const { nowMs } = this.options.timeline
    for (const [zone, queue] of this.queues) queue.serve(nowMs, (node) => taint(node, zone))
  }

  /**
   * Upstream's loop drops zones without nodes that count, and ends at the first that is not wholly
   * disrupted; which it meets first is left to Go's maps. Here, where it can end early, only zones
   * without any node are dropped. Whether all zones left were wholly disrupted.
   */
  private dropZones(ready: ReadyCounts): boolean {
    const counted = [...this.states].filter(([zone]) => ready.byZone.has(zone))
    const wasAllFull = counted.every(([, state]) => state === 'FullDisruption')
    for (const zone of [...this.states.keys()]) {
      const isKept = wasAllFull ? ready.byZone.has(zone) : ready.hasNodes(zone)
      if (!isKept) this.states.delete(zone)
    }
    return wasAllFull
  }

  private enterMasterDisruption(reachAll: () => void): void {
    reachAll()
    for (const zone of this.states.keys()) {
      this.swap(zone, 0)
      this.states.set(zone, 'FullDisruption')
    }
    this.note(null, 'FullDisruption', 0, ENTERING)
    this.options.journal.notice(
      'everything-dead',
      'with every zone wholly disrupted the controller stops evicting and takes its NoExecute ' +
        'taints off again: it rather believes itself to be cut off',
    )
  }

  private exitMasterDisruption(
    counts: ReadonlyMap<string, ZoneCount>,
    next: ReadonlyMap<string, ZoneState>,
  ): void {
    this.mustRestartProbes = true
    this.note(null, 'Normal', null, EXITING)
    for (const zone of this.states.keys()) this.enter(zone, counts.get(zone), next.get(zone))
  }

  private enterStates(
    counts: ReadonlyMap<string, ZoneCount>,
    next: ReadonlyMap<string, ZoneState>,
  ): boolean {
    let isChanged = false
    for (const [zone, state] of this.states) {
      const nextState = next.get(zone)
      if (state === (nextState ?? '')) continue
      isChanged = true
      this.enter(zone, counts.get(zone), nextState)
      this.note(zone, nextState ?? '', this.queues.get(zone)?.nodesPerSecond ?? null, NEW_STATE)
    }
    return isChanged
  }

  private enter(zone: string, count: ZoneCount | undefined, state: ZoneState | undefined): void {
    if (count !== undefined && state !== undefined) this.setRate(zone, count, state)
    this.states.set(zone, state ?? '')
  }

  /** setLimiterInZone: a zone that is wholly dead is evicted at the normal rate. */
  private setRate(zone: string, count: ZoneCount, state: ZoneState): void {
    const { nodeEvictionRate, secondaryNodeEvictionRate, largeClusterSizeThreshold } =
      this.options.flags
    if (state !== 'PartialDisruption') return this.swap(zone, nodeEvictionRate)
    const isLarge = count.ready + count.notReady > largeClusterSizeThreshold
    this.swap(zone, isLarge ? secondaryNodeEvictionRate : 0)
  }

  private swap(zone: string, nodesPerSecond: number): void {
    this.queues.get(zone)?.swapLimiter(nodesPerSecond, this.options.timeline.nowMs)
  }

  private stateOf(count: ZoneCount): ZoneState {
    return computeZoneState(count, this.options.flags.unhealthyZoneThreshold)
  }

  private note(zone: string | null, state: string, rate: number | null, message: string): void {
    const { journal, timeline } = this.options
    const nodesPerSecond = rate === null ? null : roundFloat32(rate)
    journal.zones.push({ atMs: timeline.nowMs, zone, state, nodesPerSecond, message })
  }
}

const KEYS_OF_READY = new Set(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'])

/** A flag of 32 bits as it was written: 0.1 and not 0.10000000149011612. */
function roundFloat32(value: number): number {
  return Number(value.toPrecision(7))
}
