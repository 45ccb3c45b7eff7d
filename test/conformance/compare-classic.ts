import type { Decision, NodeScore, Victim } from './decision.ts'
import { type Difference, Differences } from './difference.ts'

/** What the scheduler of Kubernetes 1.10 to 1.12 did with one pod. */
export interface ClassicResult {
  pod: string
  outcome: string
  node?: string
  message?: string
  /** By name, not in node order. */
  feasible: string[]
  /** Node to what failed there; empty for a feasible node. */
  filter: Record<string, { failed: FailedPredicate[] }>
  scores: Record<string, { total: number; byPriority: Record<string, PriorityScore> }>
  /** False when a single feasible node made scoring needless. */
  scoresUsed: boolean
  /** All nodes with the top total, by name. */
  tie: string[]
  preemption?: ClassicPreemption
}

interface FailedPredicate {
  predicate: string
  reasons: string[]
  /** The predicate did not reject the node, it broke. */
  error?: string
}

interface PriorityScore {
  /** 0 to 10, before the weight. */
  score: number
  weight: number
}

interface ClassicPreemption {
  node: string
  victims: string[]
  candidates: Record<string, { victims: string[]; numPDBViolations: number }>
  /** Any of these nodes is right. */
  tie: string[]
}

/** Everything in which Berth's decision differs from the classic scheduler's result for one pod. */
export function compareClassic(want: ClassicResult, got: Decision): Difference[] {
  const differences = new Differences()
  differences.expect('pod', want.pod, shortName(got.pod))
  differences.expect('outcome', want.outcome, got.outcome)
  differences.expect('node', want.node ?? null, got.node ?? null)
  differences.expect('message', want.message ?? null, got.message ?? null)
  differences.expectSame('feasible', want.feasible, got.filter?.feasible ?? [])
  compareFilter(differences, want.filter, got)
  compareScores(differences, want.scores, got.scores ?? [])
  differences.expectSame('tied', want.tie, got.tied ?? [])
  comparePreemption(differences, want.preemption, got)
  return differences.list
}

function compareFilter(
  differences: Differences,
  want: ClassicResult['filter'],
  got: Decision,
): void {
  const wanted = Object.entries(want).filter(([, { failed }]) => failed.length > 0)
  const rejected = got.filter?.rejected ?? []
  const given = new Map(rejected.map((one) => [one.node, one]))
  differences.expectSame(
    'rejected.nodes',
    wanted.map(([node]) => node),
    rejected.map((one) => one.node),
  )
  for (const [node, { failed }] of wanted) {
    const mine = given.get(node)
    if (!mine) continue
    differences.expect('rejected.plugin', failed[0]?.predicate, mine.plugin, node)
    const reasons = failed.flatMap((one) => (one.error ? [one.error] : one.reasons))
    differences.expectSame('rejected.reasons', reasons, mine.reasons, node)
  }
}

function compareScores(
  differences: Differences,
  want: ClassicResult['scores'],
  got: NodeScore[],
): void {
  const given = new Map(got.map((one) => [one.node, one]))
  differences.expectSame(
    'scores.nodes',
    Object.keys(want),
    got.map((one) => one.node),
  )
  for (const [node, { total, byPriority }] of Object.entries(want)) {
    const mine = given.get(node)
    if (!mine) continue
    differences.expect('scores.total', total, mine.total, node)
    const names = new Set([...Object.keys(byPriority), ...Object.keys(mine.plugins)])
    for (const name of [...names].sort()) {
      const score = mine.plugins[name]
      const wanted = byPriority[name]
      differences.expect('scores.score', wanted?.score, score?.score, `${node} ${name}`)
      differences.expect('scores.weight', wanted?.weight, score?.weight, `${node} ${name}`)
    }
  }
}

function comparePreemption(
  differences: Differences,
  want: ClassicPreemption | undefined,
  got: Decision,
): void {
  const node = got.preemption?.node ?? null
  if (!want || node === null || !want.tie.includes(node)) {
    differences.expect('preemption.node', want?.node ?? null, node)
    return
  }
  differences.expectSame(
    'preemption.victims',
    want.candidates[node]?.victims ?? want.victims,
    (got.preemption?.victims ?? []).map(shortName),
    node,
  )
  const candidates = new Map((got.preemption?.candidates ?? []).map((one) => [one.node, one]))
  differences.expectSame('preemption.candidates', Object.keys(want.candidates), [
    ...candidates.keys(),
  ])
  for (const [name, { victims, numPDBViolations }] of Object.entries(want.candidates)) {
    const mine = candidates.get(name)
    if (!mine) continue
    differences.expectSame('candidate.victims', victims, mine.victims.map(shortName), name)
    differences.expect('candidate.pdbViolations', numPDBViolations, mine.pdbViolations, name)
  }
}

// The recordings leave the namespace out of names in `default`.
function shortName({ namespace, name }: Pick<Victim, 'namespace' | 'name'>): string {
  return namespace === 'default' ? name : `${namespace}/${name}`
}
