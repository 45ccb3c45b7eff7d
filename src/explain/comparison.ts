import type { Gap } from '../scheduler/framework/gap.ts'
import type { Code } from '../scheduler/framework/status-table.ts'
import type { PodReference } from '../snapshot/pods/pod-reference.ts'
import type {
  DecisionView,
  FilterView,
  NodeScoreView,
  VerdictView,
  VictimView,
} from './decision-view.ts'

/** What the comparison says of one side of a pod. */
export interface SideView {
  readonly outcome: DecisionView['outcome']
  readonly node: string | null
  readonly message: string | null
  readonly nominatedNode: string | null
  readonly victims: readonly VictimView[]
  /** What an outcome `unknown` rests on. */
  readonly unknown?: readonly Gap[]
}

/** What a side's filters said of a node; null where they did not look at it. */
export type ComparedVerdict =
  | { readonly feasible: true }
  | {
      readonly feasible: false
      readonly plugin: string
      readonly code: Code
      readonly reasons: readonly string[]
    }
  | null

export interface FlippedVerdict {
  readonly node: string
  readonly a: ComparedVerdict
  readonly b: ComparedVerdict
}

/** Two weighted scores; null where that side's plugin did not score. */
export interface Movement {
  readonly a: number | null
  readonly b: number | null
  readonly delta: number
}

export interface MovedScore extends Movement {
  readonly node: string
  /** Only the plugins that moved it. */
  readonly plugins: { readonly [plugin: string]: Movement }
}

export type Change = 'outcome' | 'node' | 'verdicts' | 'scores' | 'victims'

/** How the decisions for one pod differ. Only a text that differs is no difference. */
export interface PodDifference {
  readonly pod: PodReference
  readonly changed: readonly Change[]
  /** null: this side has no such pod. */
  readonly a: SideView | null
  readonly b: SideView | null
  readonly verdicts: readonly FlippedVerdict[]
  readonly scores: readonly MovedScore[]
}

/** Compares two full views of the decision for one pod; null when nothing differs. */
export function compareDecisions(a: DecisionView, b: DecisionView): PodDifference | null {
  const verdicts = flippedVerdicts(fullFilter(a), fullFilter(b))
  const isUnknown = a.outcome === 'unknown' || b.outcome === 'unknown'
  // Scores are made among all that are feasible, which is not known of both.
  const scores = isUnknown ? [] : movedScores(a.scores ?? [], b.scores ?? [])
  const changed: Change[] = []
  if (a.outcome !== b.outcome) changed.push('outcome')
  if (!isUnknown && a.node !== b.node && moveInTie(a, b) === null) changed.push('node')
  if (verdicts.length > 0) changed.push('verdicts')
  if (scores.length > 0) changed.push('scores')
  if (!isUnknown && victimsOf(a) !== victimsOf(b)) changed.push('victims')
  if (changed.length === 0) return null
  return { pod: a.pod, changed, a: viewSide(a), b: viewSide(b), verdicts, scores }
}

/** The decision for a pod that one side has not. */
export function onlyOn(side: 'a' | 'b', decision: DecisionView): PodDifference {
  const told = { a: null, b: null, [side]: viewSide(decision) }
  return { pod: decision.pod, changed: ['outcome'], ...told, verdicts: [], scores: [] }
}

/** A pod on another node that was as good as the first on either side. */
export interface MoveInTie {
  readonly pod: PodReference
  readonly a: string
  readonly b: string
  /** Nodes that were the best on both sides, these two among them. */
  readonly tied: number
}

/** Another node, which was as good as the first on either side: the scheduler might have drawn it there. */
export function moveInTie(a: DecisionView, b: DecisionView): MoveInTie | null {
  if (a.node === null || b.node === null || a.node === b.node) return null
  const [ofA, ofB] = [new Set(a.tied), new Set(b.tied)]
  if (!ofA.has(b.node) || !ofB.has(a.node)) return null
  const both = [...ofA].filter((node) => ofB.has(node))
  return { pod: a.pod, a: a.node, b: b.node, tied: both.length }
}

function viewSide({ preemption, ...decision }: DecisionView): SideView {
  const { outcome, node, message, nominatedNode, unknown } = decision
  const side = { outcome, node, message, nominatedNode, victims: preemption?.victims ?? [] }
  return unknown === undefined ? side : { ...side, unknown }
}

function victimsOf({ nominatedNode, preemption }: DecisionView): string {
  const victims = (preemption?.victims ?? []).map(({ namespace, name }) => [namespace, name])
  return JSON.stringify([nominatedNode, victims])
}

// A comparison always asks for full views.
function fullFilter({ filter }: DecisionView): FilterView | null {
  return filter !== undefined && filter !== null && 'feasible' in filter ? filter : null
}

/** Nodes in the order of a's snapshot, as far as both sides looked at them. */
function flippedVerdicts(a: FilterView | null, b: FilterView | null): FlippedVerdict[] {
  const ofA = rejectionsByNode(a)
  const ofB = rejectionsByNode(b)
  // A pod refused before the nodes were looked at says it in its message.
  if (ofA.size === 0 || ofB.size === 0) return []
  const isUnknown = new Set([...(a?.unknown ?? []), ...(b?.unknown ?? [])])
  const flipped: FlippedVerdict[] = []
  for (const node of new Set([...ofA.keys(), ...ofB.keys()])) {
    if (isUnknown.has(node)) continue
    const [one, other] = [ofA.get(node), ofB.get(node)]
    if (isSameVerdict(one, other)) continue
    flipped.push({ node, a: viewVerdict(one), b: viewVerdict(other) })
  }
  return flipped
}

/** By node: why it is rejected, or null where it is feasible. */
function rejectionsByNode(filter: FilterView | null): Map<string, VerdictView | null> {
  const rejections = new Map<string, VerdictView | null>()
  for (const rejection of filter?.rejected ?? []) rejections.set(rejection.node, rejection)
  for (const node of filter?.feasible ?? []) rejections.set(node, null)
  return rejections
}

/** Releases may tell the same facts in other words. */
function isSameVerdict(
  a: VerdictView | null | undefined,
  b: VerdictView | null | undefined,
): boolean {
  if (!a || !b) return a === b
  if (a.plugin !== b.plugin || a.code !== b.code) return false
  if (JSON.stringify(a.reasons) === JSON.stringify(b.reasons)) return true
  return a.details.length > 0 && factsOf(a) === factsOf(b)
}

function factsOf({ details }: VerdictView): string {
  return JSON.stringify(details, (key, value) => (key === 'reason' ? undefined : value))
}

function viewVerdict(rejection: VerdictView | null | undefined): ComparedVerdict {
  if (rejection === undefined) return null
  if (rejection === null) return { feasible: true }
  const { plugin, code, reasons } = rejection
  return { feasible: false, plugin, code, reasons }
}

/** Scores of nodes that are feasible on both sides, those that moved most first. */
function movedScores(a: readonly NodeScoreView[], b: readonly NodeScoreView[]): MovedScore[] {
  const ofB = new Map(b.map((score) => [score.node, score]))
  const moved = a.flatMap((score): MovedScore[] => {
    const other = ofB.get(score.node)
    if (other === undefined) return []
    const plugins = movedPlugins(score, other)
    if (plugins.length === 0) return []
    const total = movement(score.total, other.total)
    return [{ node: score.node, ...total, plugins: Object.fromEntries(plugins) }]
  })
  return moved.sort((one, two) => Math.abs(two.delta) - Math.abs(one.delta))
}

function movedPlugins(a: NodeScoreView, b: NodeScoreView): [string, Movement][] {
  const names = new Set([...Object.keys(a.plugins), ...Object.keys(b.plugins)])
  return [...names].flatMap((name): [string, Movement][] => {
    const one = movement(a.plugins[name]?.weighted ?? null, b.plugins[name]?.weighted ?? null)
    // A plugin that gives nothing but zeros moves nothing, whether it takes part or not.
    return one.delta === 0 ? [] : [[name, one]]
  })
}

function movement(a: number | null, b: number | null): Movement {
  return { a, b, delta: (b ?? 0) - (a ?? 0) }
}
