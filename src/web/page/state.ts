import { computed, signal } from '@preact/signals'
import type { NodeSheet } from '../../explain/board/node-sheet.ts'
import type { Edit } from '../edits.ts'
import type { Answer, ClusterFacts, Dropped, Help, PodOutcome, Question } from '../protocol.ts'

/** All that the page knows. What the engine is asked, and what it answers, only actions.ts writes. */

export type Phase =
  | { readonly kind: 'starting' }
  | { readonly kind: 'reading'; readonly name: string; readonly bytes: number; readonly of: number }
  | { readonly kind: 'ready' }

/** A named snapshot of the server that the page came from. */
export interface Followed {
  readonly name: string
  /** asking: for the first time; lost: the connection is, or the snapshot itself. */
  readonly state: 'asking' | 'live' | 'lost' | 'refused'
  /** Why it is not live. */
  readonly says: string
  /** When it was last said to be so; empty: not yet. */
  readonly storedAt: string
  readonly digest: string
}

export const phase = signal<Phase>({ kind: 'starting' })
export const cluster = signal<ClusterFacts | null>(null)
/** What the cluster was read from. */
export const files = signal<readonly Dropped[]>([])
/** The named snapshot that is shown as it changes; null: none. */
export const followed = signal<Followed | null>(null)
/** Public keys that checkpoints of an audit log must be signed with. */
export const auditKeys = signal<readonly string[]>([])
export const isSample = signal(true)
/** What was wrong with the files that were opened last; the cluster before them stays. */
export const refusal = signal<readonly string[]>([])
export const notice = signal('')

export const pod = signal('')
export const profile = signal('')
export const edits = signal<readonly Edit[]>([])
export const weights = signal<Readonly<Record<string, number>>>({})

export const question = computed<Question>(() => ({
  pod: pod.value,
  profile: profile.value,
  edits: edits.value,
  weights: weights.value,
}))

export const answer = signal<Answer | null>(null)
/** The other side of a comparison. */
export const otherAnswer = signal<Answer | null>(null)
export const unanswered = signal<readonly string[]>([])
export const help = signal<Help | null>(null)
/** How far the search for help is; null: it was given up. */
export const helpTried = signal<number | null>(0)
export const outcomes = signal<ReadonlyMap<string, PodOutcome>>(new Map())
export const otherOutcomes = signal<ReadonlyMap<string, PodOutcome>>(new Map())

/** What the map is coloured by: `reason`, `total` or a score plugin; empty: what fits the answer. */
export const colour = signal('')
export const group = signal('')
export const selected = signal('')
export const marked = signal('')
export const sheet = signal<NodeSheet | null>(null)
export const markedSheet = signal<NodeSheet | null>(null)
/** The funnel step whose nodes stand out, -1 for none. */
export const emphasized = signal(-1)
export const beside = signal('')
export const showsTable = signal(false)
export const openDialog = signal<'' | 'data' | 'keys'>('')
/** Single letters are no commands, for whoever speaks to the machine. */
export const lettersOff = signal(false)
/** Weights while a slider moves: totals are added up on the page until the engine confirms. */
export const draggedWeights = signal<Readonly<Record<string, number>> | null>(null)

export const colourNow = computed(() => {
  if (colour.value !== '') return colour.value
  return answer.value?.outcome === 'scheduled' ? 'total' : 'reason'
})

export const grouping = computed(() => {
  const groupings = answer.value?.board.groupings ?? []
  if (group.value === 'none') return null
  return groupings.find(({ label }) => label === group.value) ?? groupings[0] ?? null
})

/** Totals as they are shown: the engine's, or added up with the weights that are being dragged. */
export const totals = computed<Float64Array>(() => {
  const found = answer.value
  if (found === null) return new Float64Array(0)
  const dragged = draggedWeights.value
  if (dragged === null) return found.board.total
  const sums = new Float64Array(found.board.total.length)
  for (const { plugin, weight, score } of found.scores) {
    const now = dragged[plugin] ?? weight
    if (now === 0) continue
    for (let node = 0; node < sums.length; node++) sums[node] += score[node] * now
  }
  return sums
})
