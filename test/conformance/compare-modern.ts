import type { Decision, NodeScore, Rejection, Victim } from './decision.ts'
import { type Difference, Differences } from './difference.ts'

/** What kube-scheduler 1.32 to 1.37 did with one pod; fields that are empty are absent. */
export interface ModernResult {
  pod: string
  outcome: string
  node?: string
  tied?: string[]
  message?: string
  preFilter?: Rejection
  feasible: string[]
  rejected?: Record<string, Rejection>
  /** Node to plugin to weighted score, and `total`. */
  scores?: Record<string, Record<string, number>>
  preemptions?: { node: string; victims: string[] }[]
}

const POTENTIAL_PLACEMENT =
  /preemption: found a potential placement for pod on node (\S+), preempting (\d+) victims$/

/**
 * Everything in which Berth's decision differs from the real scheduler's result for the same pod.
 *
 * `listsTerminating`: victims that are terminating already are among those recorded.
 *
 * An attempt that ended in an error is compared by its outcome and its message: what the oracle
 * says of the nodes then was not part of the attempt.
 */
export function compareModern(
  want: ModernResult,
  got: Decision,
  listsTerminating = false,
): Difference[] {
  const differences = new Differences()
  differences.expect('pod', want.pod, `${got.pod.namespace}/${got.pod.name}`)
  differences.expect('outcome', want.outcome, got.outcome)
  compareMessage(differences, want, got)
  if (want.outcome === 'error') return differences.list
  differences.expect('node', want.node ?? null, got.node ?? null)
  differences.expect('feasible', want.feasible, got.filter?.feasible ?? [])
  comparePreFilter(differences, want.preFilter, got.filter?.preFilter ?? undefined)
  compareRejected(differences, want.rejected ?? {}, got.filter?.rejected ?? [])
  compareScores(differences, want.scores ?? {}, got.scores ?? [])
  differences.expect('tied', want.tied ?? [], got.tied ?? [])
  comparePreemption(differences, want, got, listsTerminating)
  return differences.list
}

// The last tie between preemption candidates is broken at random upstream, so a message may name
// another of the nodes that repeated runs chose; all else in it is word for word.
function compareMessage(differences: Differences, want: ModernResult, got: Decision): void {
  const wanted = want.message ?? null
  const given = got.message ?? null
  const placement = given === null ? null : POTENTIAL_PLACEMENT.exec(given)
  const node = placement?.[1]
  const isAnotherChoice = want.preemptions?.some((one) => one.node === node) ?? false
  if (!placement || !isAnotherChoice || wanted?.includes(`on node ${node},`)) {
    differences.expect('message', wanted, given)
    return
  }
  differences.expect(
    'message',
    wanted?.replace(POTENTIAL_PLACEMENT, ''),
    given?.replace(POTENTIAL_PLACEMENT, ''),
  )
  differences.expect('message.victims', got.preemption?.victims.length, Number(placement[2]))
}

function comparePreFilter(
  differences: Differences,
  want: Rejection | undefined,
  got: Rejection | undefined,
): void {
  differences.expect('preFilter.plugin', want?.plugin, got?.plugin)
  differences.expect('preFilter.code', want?.code, got?.code)
  differences.expectSame('preFilter.reasons', want?.reasons ?? [], got?.reasons ?? [])
}

function compareRejected(
  differences: Differences,
  want: Record<string, Rejection>,
  got: (Rejection & { node: string })[],
): void {
  const wanted = new Map(Object.entries(want))
  const given = new Map(got.map((one) => [one.node, one]))
  differences.expectSame(
    'rejected.nodes',
    [...wanted.keys()],
    got.map((one) => one.node),
  )
  for (const [node, rejection] of wanted) {
    const mine = given.get(node)
    if (!mine) continue
    differences.expect('rejected.plugin', rejection.plugin, mine.plugin, node)
    differences.expect('rejected.code', rejection.code, mine.code, node)
    differences.expectSame('rejected.reasons', rejection.reasons, mine.reasons, node)
  }
}

function compareScores(
  differences: Differences,
  want: Record<string, Record<string, number>>,
  got: NodeScore[],
): void {
  const wanted = new Map(Object.entries(want))
  const given = new Map(got.map((one) => [one.node, one]))
  differences.expectSame(
    'scores.nodes',
    [...wanted.keys()],
    got.map((one) => one.node),
  )
  for (const [node, { total, ...plugins }] of wanted) {
    const mine = given.get(node)
    if (!mine) continue
    differences.expect('scores.total', total, mine.total, node)
    const scored = Object.entries(mine.plugins)
    const names = new Set([...Object.keys(plugins), ...scored.map(([name]) => name)])
    for (const name of [...names].sort()) {
      const score = mine.plugins[name]
      differences.expect('scores.weighted', plugins[name], score?.weighted, `${node} ${name}`)
      differences.expect('scores.product', score?.weighted, product(score), `${node} ${name}`)
    }
  }
  const totals = got.map((one) => one.total)
  differences.expect(
    'scores.order',
    totals.toSorted((a, b) => b - a),
    totals,
  )
}

const product = (score: { score: number; weight: number } | undefined) =>
  score && score.score * score.weight

function comparePreemption(
  differences: Differences,
  want: ModernResult,
  got: Decision,
  listsTerminating: boolean,
): void {
  const choices = (want.preemptions ?? []).map(({ node, victims }) => key(node, victims))
  const node = got.preemption?.node
  const victims = got.preemption?.victims ?? []
  const listed = listsTerminating ? victims : victims.filter(({ terminating }) => !terminating)
  const mine = node ? key(node, listed.map(nameOf)) : null
  if (mine === null ? choices.length === 0 : choices.includes(mine)) return
  differences.expect('preemption', choices.length === 1 ? choices[0] : choices, mine)
}

const nameOf = ({ namespace, name }: Victim) => `${namespace}/${name}`
const key = (node: string, victims: string[]) => `${node}: ${victims.toSorted().join(' ')}`
