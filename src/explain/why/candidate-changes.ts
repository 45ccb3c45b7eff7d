import type { Detail } from '../../scheduler/framework/detail.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { UNSCHEDULABLE_TAINT } from '../../snapshot/nodes/taint.ts'
import { milliOf } from './amount.ts'
import type { Change } from './change.ts'
import { lowerTotal } from './change-pod.ts'
import type { NodeVerdict } from './every-filter.ts'

/** A pod that runs, as far as its leaving would help. */
export interface RunningPod {
  readonly namespace: string
  readonly name: string
  /** Thousandths by resource. */
  readonly requestMilli: (resource: string) => number
}

export interface CandidateSource {
  /** The pod as it was sent. */
  readonly pod: JsonObject
  readonly verdicts: readonly NodeVerdict[]
  /** Pods of one node, the least important first. */
  readonly podsOn: (node: string) => readonly RunningPod[]
}

/** A set of changes that may make the pod fit, and on how many nodes these are all that is in the way. */
export interface Candidate {
  readonly changes: readonly Change[]
  readonly nodes: number
}

/** Nodes that are looked at for each number of causes: those where the least is missing. */
const NODES_MAX = 40
/** Ways around one cause that are combined with ways around another. */
const WAYS_MAX = 3

/**
 * Changes that would take away everything that keeps the pod off some node: single ones where a node has
 * one cause, combined ones where it has more, the nodes where the least is missing first. None is known
 * to help before the pod is decided with it.
 */
export function candidateChanges(source: CandidateSource, causesMax: number): Candidate[] {
  const nodes = source.verdicts
    .map((verdict) => ({ verdict, causes: causesOf(verdict) }))
    .filter(({ causes }) => causes.length > 0 && causes.length <= causesMax)
    .sort((a, b) => a.causes.length - b.causes.length || shortfall(a.causes) - shortfall(b.causes))
    .slice(0, NODES_MAX)
  const found = new Map<string, { changes: readonly Change[]; nodes: number }>()
  for (const { verdict, causes } of nodes) {
    const ways = causes.map((cause) => waysAround(source, verdict.node, cause))
    for (const changes of combinations(ways)) {
      const key = JSON.stringify(changes)
      const known = found.get(key)
      if (known === undefined) found.set(key, { changes, nodes: 1 })
      else known.nodes++
    }
  }
  return [...found.values()]
}

/** One fact that keeps the pod off a node; null: a rejection that tells none. */
type CauseOnNode = Detail | null

/** Facts that one change takes away together count once. */
function causesOf({ rejectedBy }: NodeVerdict): CauseOnNode[] {
  const causes = rejectedBy.flatMap(({ details }): readonly CauseOnNode[] =>
    details.length === 0 ? [null] : details,
  )
  const isCordoned = causes.some((cause) => cause?.kind === 'unschedulable')
  return isCordoned ? causes.filter((cause) => !isTaintOfCordon(cause)) : causes
}

/** The node lifecycle controller adds it, and takes it away with the cordon. */
function isTaintOfCordon(cause: CauseOnNode): boolean {
  return cause?.kind === 'taint' && cause.taint.key === UNSCHEDULABLE_TAINT.key
}

/** How much is missing, as a share of what is asked for; causes without an amount count as all of it. */
function shortfall(causes: readonly CauseOnNode[]): number {
  return causes.reduce((sum, cause) => {
    if (cause?.kind !== 'resource') return sum + 1
    const [wanted, free] = [milliOf(cause.requested), milliOf(cause.free)]
    return sum + (wanted - free) / Math.max(1, wanted)
  }, 0)
}

/** Every cause needs a way; each choice of one way a cause is one candidate. */
function combinations(ways: readonly (readonly Change[])[]): Change[][] {
  return ways.reduce<Change[][]>(
    (sets, own) =>
      sets.flatMap((set) =>
        own
          .slice(0, ways.length === 1 ? own.length : WAYS_MAX)
          .map((change) => (includes(set, change) ? set : [...set, change])),
      ),
    [[]],
  )
}

function includes(set: readonly Change[], change: Change): boolean {
  const text = JSON.stringify(change)
  return set.some((one) => JSON.stringify(one) === text)
}

/** What would take one fact away on one node: changes of the pod first, then of the cluster. */
function waysAround(source: CandidateSource, node: string, cause: CauseOnNode): Change[] {
  switch (cause?.kind) {
    case 'resource':
      return aroundShortage(source, node, cause)
    case 'taint': {
      const { key, value, effect } = cause.taint
      return [
        { op: 'addToleration', key, value, effect },
        { op: 'untaint', node, key, effect },
      ]
    }
    case 'unschedulable':
      return [{ op: 'uncordon', node }]
    case 'nodeSelector': {
      const { key, value } = cause.nodeSelector
      return [
        { op: 'removeNodeSelector', key, value },
        { op: 'label', node, key, value },
      ]
    }
    case 'nodeAffinityTerm':
      return [{ op: 'relaxNodeAffinity' }, ...labelsFor(node, cause.term.matchExpressions)]
    case 'podAffinity':
      return [{ op: 'relaxPodAffinity', topologyKey: cause.term.topologyKey }]
    case 'podAntiAffinity':
      return [
        { op: 'relaxPodAntiAffinity', topologyKey: cause.term.topologyKey },
        ...deletion(node, cause.conflictsWith),
      ]
    case 'existingAntiAffinity':
      return deletion(node, cause.conflictsWith)
    case 'topologySpread':
    case 'topologyLabel':
      return [{ op: 'relaxSpread', topologyKey: cause.topologyKey }]
    case 'hostPort': {
      const { pod, port } = cause.conflictsWith
      return [{ op: 'removeHostPort', port: port.port }, ...deletion(node, [pod])]
    }
    case 'deviceRequest':
      return aroundDevices(cause)
    case 'deviceConstraint':
      return [{ op: 'dropDeviceConstraint', ...claimOf(cause.claim), attribute: cause.attribute }]
    default:
      return []
  }
}

function aroundShortage(
  { pod, podsOn }: CandidateSource,
  node: string,
  { resource, requested, free }: Extract<Detail, { kind: 'resource' }>,
): Change[] {
  const missingMilli = milliOf(requested) - milliOf(free)
  const lower = resource === 'pods' ? null : lowerTotal(pod, resource, missingMilli)
  const enough = podsOn(node)
    .filter((one) => resource === 'pods' || one.requestMilli(resource) >= missingMilli)
    .slice(0, WAYS_MAX)
  const deletions = enough.map(
    ({ namespace, name }): Change => ({ op: 'deletePod', namespace, name, node }),
  )
  return [...(lower === null ? [] : [lower]), ...deletions]
}

/** What would let a request find its devices on a node. */
function aroundDevices({
  claim,
  request,
  wanted,
  suitable,
  failed,
}: Extract<Detail, { kind: 'deviceRequest' }>): Change[] {
  const at = { ...claimOf(claim), request }
  const isLess = wanted !== null && suitable > 0 && suitable < wanted
  return [
    ...(isLess ? [{ op: 'lowerDeviceCount', ...at, count: suitable } as const] : []),
    ...failed.flatMap((failure): Change[] => {
      switch (failure.by) {
        case 'requestSelector':
          return [{ op: 'dropDeviceSelectors', ...at }]
        case 'taint':
          return [{ op: 'tolerateDeviceTaint', ...at, ...failure.taint }]
        case 'inUse': {
          const [pod = '', ...others] = failure.pods
          if (failure.claim === '' || others.length > 0) return []
          return [{ op: 'freeClaim', ...claimOf(failure.claim), pod }]
        }
        default:
          return []
      }
    }),
  ]
}

/** From namespace/name. */
function claimOf(claim: string): { readonly namespace: string; readonly name: string } {
  const at = claim.indexOf('/')
  return { namespace: claim.slice(0, at), name: claim.slice(at + 1) }
}

/** Only where one pod is in the way. */
function deletion(
  node: string,
  pods: readonly { readonly namespace: string; readonly name: string }[],
): Change[] {
  const [only, ...others] = pods
  if (only === undefined || others.length > 0) return []
  return [{ op: 'deletePod', namespace: only.namespace, name: only.name, node }]
}

/** Only where one label is asked for. */
function labelsFor(
  node: string,
  expressions: readonly {
    readonly key: string
    readonly operator: string
    readonly values: readonly string[]
  }[],
): Change[] {
  const [only, ...others] = expressions
  if (only === undefined || others.length > 0 || only.operator !== 'In') return []
  const [value = ''] = only.values
  return [{ op: 'label', node, key: only.key, value }]
}
