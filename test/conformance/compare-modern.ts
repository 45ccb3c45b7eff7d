import type {
  Allocation,
  ClaimAllocation,
  Decision,
  NodeScore,
  PlacedClaim,
  Rejection,
  Victim,
} from './decision.ts'
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
  /** Node to what Filter found there for the claims without devices. */
  allocations?: Record<string, ClaimAllocation[]>
  /** Of a placed pod, as PreBind wrote them. */
  claims?: PlacedClaim[]
  /** requestMappings of status.extendedResourceClaimStatus. */
  extendedResources?: unknown[]
  /** Every claim that PostFilter may free or delete; upstream draws one. */
  deallocations?: string[]
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
  compareDevices(differences, want, got)
  return differences.list
}

// The last tie between preemption candidates is broken at random upstream, so a message may name
// another of the nodes that repeated runs chose; all else in it is word for word.
function compareMessage(differences: Differences, want: ModernResult, got: Decision): void {
  const wanted = placedMessage(want)
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

/** A lone feasible node is not scored; the oracle notes that its score would have failed. */
function placedMessage({ outcome, message }: ModernResult): string | null {
  const isNote = outcome === 'scheduled' && message?.startsWith('score: ')
  return isNote ? null : (message ?? null)
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
    // Upstream names no plugin where an extender refused the node.
    const plugin = mine.plugin.startsWith('extender ') ? '' : mine.plugin
    differences.expect('rejected.plugin', rejection.plugin, plugin, node)
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
      // Extenders that score nothing, or not this node, are listed or not.
      const none = name.startsWith('extender ') ? 0 : undefined
      const weighted = score?.weighted ?? none
      differences.expect('scores.weighted', plugins[name] ?? none, weighted, `${node} ${name}`)
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

function compareDevices(differences: Differences, want: ModernResult, got: Decision): void {
  const wanted = new Map(Object.entries(want.allocations ?? {}))
  const given = new Map(Object.entries(got.filter?.allocations ?? {}))
  differences.expectSame('allocations.nodes', [...wanted.keys()], [...given.keys()])
  for (const [node, allocations] of wanted) {
    const mine = given.get(node)
    if (mine) differences.expect('allocations', comparable(allocations), comparable(mine), node)
  }
  differences.expect('claims', comparable(want.claims ?? []), comparable(got.claims ?? []))
  const mappings = got.extendedResources ?? []
  differences.expect('extendedResources', sorted(want.extendedResources ?? []), sorted(mappings))
  differences.expectSame('deallocations', want.deallocations ?? [], got.deallocations ?? [])
}

/** Ids of shares are drawn upstream, and the time is that of the recording; both are left out of the recordings. */
function comparable<Claim extends ClaimAllocation>(claims: Claim[]): unknown {
  return sorted(claims.map((one) => ({ ...one, allocation: withoutDraws(one.allocation) })))
}

function withoutDraws(allocation: Allocation): Allocation {
  const { allocationTimestamp: _, ...timeless } = allocation
  const results = allocation.devices?.results?.map((result) =>
    result.shareID === undefined ? result : { ...result, shareID: '*' },
  )
  return results ? { ...timeless, devices: { ...allocation.devices, results } } : timeless
}

/** The same with the fields of all objects by name: their order means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]))
}
