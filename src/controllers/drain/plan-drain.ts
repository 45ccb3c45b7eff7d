import type { Pod } from '../../snapshot/pods/pod.ts'
import type { DrainFacts } from './drain-facts.ts'
import { type DrainRules, judgeForDrain } from './drain-rules.ts'
import type { DrainedPod } from './drained-pod.ts'
import { type Charge, EvictionBudgets, type EvictionRefusal } from './eviction-budgets.ts'
import type { Destination, Displaced, MovingPods } from './moving-pods.ts'

/** A pod that has to leave its node, and what becomes of it. */
export interface Move {
  readonly pod: Pod
  readonly from: number
  /** null: it was displaced by the pod that took its place. */
  readonly evicted: DrainedPod | null
  /** null: nobody makes it anew. */
  readonly to: Destination | null
  /** What made for it with its pod is not there for the new one, so that nobody can tell. */
  readonly notJudged: string | null
}

/** Evictions that the API server allows at the same time, and where their pods go. */
export interface Wave {
  readonly moves: readonly Move[]
  /** Rows of nodes from which all have gone then. */
  readonly empties: readonly number[]
  /** Pods that tolerate the cordon, and came to one of the nodes that are drained. */
  readonly refills: readonly { readonly pod: Pod; readonly node: number }[]
}

export interface PodOnDrainedNode {
  readonly pod: Pod
  readonly node: number
  readonly because: string
}

export interface StuckPod {
  readonly pod: Pod
  readonly node: number
  readonly refusal: EvictionRefusal
}

export interface DrainPlan {
  readonly waves: readonly Wave[]
  /** Left on drained nodes. */
  readonly stays: readonly PodOnDrainedNode[]
  /** For these kubectl refuses to drain their nodes. */
  readonly refused: readonly PodOnDrainedNode[]
  /** Budgets never let these go. */
  readonly stuck: readonly StuckPod[]
}

interface OpenNode {
  readonly node: number
  left: DrainedPod[]
}

interface Evicted {
  readonly one: DrainedPod
  readonly from: number
  readonly charge: Charge
}

export interface DrainQuestion {
  /** Rows, in the order in which they are drained; cordoned before. */
  readonly nodes: readonly number[]
  readonly facts: DrainFacts
  readonly rules: DrainRules
}

/**
 * Drains nodes one after another, as many at a time as the rules say: what the budgets allow leaves
 * together, is decided anew in the order of its priorities, and gives its budget back once it has a
 * node. Yields after each pod.
 */
export function* planDrain(
  moving: MovingPods,
  { nodes, facts, rules }: DrainQuestion,
): Generator<void, DrainPlan, void> {
  const plan = new Plan(moving, facts)
  const waiting = nodes.filter((node) => plan.judge(node, rules))
  const open: OpenNode[] = []
  while (open.length > 0 || waiting.length > 0) {
    while (open.length < rules.nodesAtOnce && waiting.length > 0) {
      const node = waiting.shift()
      if (node !== undefined) open.push({ node, left: plan.toEvict(node) })
    }
    const evicted = open.flatMap((one) => plan.evict(one))
    const done = open.filter(({ left }) => left.length === 0)
    if (evicted.length === 0 && done.length === 0) {
      for (const one of open.splice(0)) plan.giveUp(one)
      continue
    }
    const empties = done.map(({ node }) => node)
    yield* plan.wave(evicted, empties)
    for (const one of done) open.splice(open.indexOf(one), 1)
  }
  return plan.finish()
}

class Plan {
  private readonly moving: MovingPods
  private readonly facts: DrainFacts
  private readonly budgets: EvictionBudgets
  private readonly waves: Wave[] = []
  private readonly stays: PodOnDrainedNode[] = []
  private readonly refused: PodOnDrainedNode[] = []
  private readonly stuck: StuckPod[] = []
  /** By row of a drained node. */
  private readonly evictable = new Map<number, DrainedPod[]>()

  constructor(moving: MovingPods, facts: DrainFacts) {
    this.moving = moving
    this.facts = facts
    this.budgets = new EvictionBudgets(facts.budgets)
  }

  /** Whether kubectl drains the node; all that stands against it is noted. */
  judge(node: number, rules: DrainRules): boolean {
    const evictable: DrainedPod[] = []
    let isRefused = false
    for (const pod of this.moving.onNode(node)) {
      const drained = this.facts.of(pod)
      if (drained === null) continue
      const verdict = judgeForDrain(drained, rules)
      if (verdict.kind === 'evict') evictable.push(drained)
      if (verdict.kind === 'leave') this.stays.push({ pod, node, because: verdict.because })
      if (verdict.kind !== 'refuse') continue
      isRefused = true
      this.refused.push({ pod, node, because: verdict.because })
    }
    this.evictable.set(node, evictable)
    return !isRefused
  }

  /** Those that a displacement has moved meanwhile are gone. */
  toEvict(node: number): DrainedPod[] {
    const there = new Set(this.moving.onNode(node))
    return (this.evictable.get(node) ?? []).filter(({ pod }) => there.has(pod))
  }

  evict(open: OpenNode): Evicted[] {
    const evicted: Evicted[] = []
    const there = new Set(this.moving.onNode(open.node))
    open.left = open.left.filter((one) => {
      if (!there.has(one.pod)) return false
      const answer = this.budgets.evict(one)
      if (answer.ok) evicted.push({ one, from: open.node, charge: answer.charge })
      return !answer.ok
    })
    return evicted
  }

  giveUp({ node, left }: OpenNode): void {
    for (const one of left) {
      const answer = this.budgets.evict(one)
      if (!answer.ok) this.stuck.push({ pod: one.pod, node, refusal: answer.refusal })
    }
  }

  *wave(evicted: readonly Evicted[], empties: readonly number[]): Generator<void, void, void> {
    for (const { one } of evicted) this.moving.leave(one.pod)
    const moves: Move[] = []
    const inOrder = [...evicted].sort((a, b) => byPriority(a.one.pod, b.one.pod))
    const displaced: Displaced[] = []
    for (const { one, from, charge } of inOrder) {
      const move = this.move({ pod: one.pod, from }, one, one.facts.owner !== null)
      moves.push(move)
      displaced.push(...(move.to?.displaced ?? []))
      if (move.to?.outcome === 'scheduled') this.budgets.replaced(charge)
      yield
    }
    // Each is of lower priority than who displaced it, so this comes to an end.
    while (displaced.length > 0) {
      displaced.sort((a, b) => byPriority(a.pod, b.pod))
      const next = displaced.shift()
      if (next === undefined) break
      const move = this.move(next, null, next.pod.signature.controller !== null)
      moves.push(move)
      displaced.push(...(move.to?.displaced ?? []))
      yield
    }
    const refills = moves.flatMap(({ pod, to }) => {
      const node = to?.node ?? -1
      return this.evictable.has(node) ? [{ pod, node }] : []
    })
    this.waves.push({ moves, empties, refills })
  }

  finish(): DrainPlan {
    const { waves, stays, refused, stuck } = this
    return { waves, stays, refused, stuck }
  }

  private move({ pod, from }: Displaced, evicted: DrainedPod | null, isMadeAnew: boolean): Move {
    const nothing = { pod, from, evicted, to: null }
    if (!isMadeAnew) return { ...nothing, notJudged: null }
    const notJudged = whyNotJudged(pod)
    if (notJudged !== null) return { ...nothing, notJudged }
    return { ...nothing, to: this.moving.comeAgain(pod).destination, notJudged }
  }
}

function byPriority(a: Pod, b: Pod): number {
  return b.signature.priority - a.signature.priority
}

/** Objects that are made for one pod go with it; which the next one gets is not known before. */
function whyNotJudged({ signature }: Pod): string | null {
  if (signature.volumes.some(({ kind }) => kind === 'ephemeral')) {
    return 'its generic ephemeral volumes are made anew with it, by a provisioner that is not asked here'
  }
  if (signature.resourceClaims.some(({ templateName }) => templateName !== null)) {
    return 'its ResourceClaims are made anew with it, and its devices come free only when it is gone'
  }
  return null
}
