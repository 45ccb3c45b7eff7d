import { milliOf } from '../../explain/why/amount.ts'
import {
  type Candidate,
  type CandidateSource,
  candidateChanges,
} from '../../explain/why/candidate-changes.ts'
import { type Change, isPodChange } from '../../explain/why/change.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import { amountOf } from '../../snapshot/resources/resource-amounts.ts'
import { CPU } from '../../snapshot/resources/resource-names.ts'
import { isClaimVolume } from '../../snapshot/storage/pod-volume.ts'
import type { ChangeTrials, TriedChanges } from './try-changes.ts'

/** Deciding again costs a reading of the cluster where the cluster changes, else hardly anything. */
const POD_TRIES_MAX = 200
const PODS_AT_ONCE = 8
const CLUSTER_TRIES_MAX = 24
const HELP_MAX = 10
const HELP_OF_ONE_KIND_MAX = 2
/** Changes that are needed together. */
const CHANGES_MAX = 3
const NEW_NODE_KINDS_MAX = 3

export interface Help {
  /** Changes that make the pod fit, each found by deciding again. */
  readonly wouldHelp: readonly TriedChanges[]
  /** How many were decided again. */
  readonly triedChanges: number
}

export function findHelp(
  trials: ChangeTrials,
  source: CandidateSource,
  decision: Decision,
  cluster: Cluster,
): Help {
  const searching = searchHelp(trials, source, decision, cluster)
  let step = searching.next()
  while (step.done !== true) step = searching.next()
  return step.value
}

/**
 * Single changes first; more of them together only where no single one helps. Tells after every few
 * how many were decided again, so that others may have their turn.
 */
export function* searchHelp(
  trials: ChangeTrials,
  source: CandidateSource,
  decision: Decision,
  cluster: Cluster,
): Generator<number, Help, void> {
  const ofWholePod = wholePodCandidates(decision, cluster)
  let triedChanges = 0
  const helping: TriedChanges[] = []
  for (let count = 1; count <= CHANGES_MAX && helping.length === 0; count++) {
    const ofNodes = candidateChanges(source, count)
    const all = [...ofWholePod, ...ofNodes].filter(({ changes }) => changes.length === count)
    const more = count === 1 && ofWholePod.length === 0 ? newNodes(cluster) : []
    for (const tried of tryAll(trials, [...all, ...more])) {
      triedChanges += tried.length
      helping.push(...tried.filter((one) => one.outcome === 'scheduled'))
      yield triedChanges
    }
  }
  return { wouldHelp: choose(helping), triedChanges }
}

/** Ways around what concerns the pod as a whole. */
function wholePodCandidates({ outcome, pod }: Decision, cluster: Cluster): Candidate[] {
  if (outcome === 'gated') return [{ changes: [{ op: 'removeSchedulingGates' }], nodes: 0 }]
  if (cluster.isUnknown('persistentVolumeClaims')) return []
  const { volumes } = cluster
  const { namespace } = pod.signature
  const missing = pod.signature.volumes.flatMap((volume) =>
    isClaimVolume(volume) && volumes.claim(namespace, volume.claimName) === undefined
      ? [volume.claimName]
      : [],
  )
  const changes = missing.map((name) => ({ op: 'createClaim' as const, namespace, name }))
  return changes.length === 0 ? [] : [{ changes, nodes: 0 }]
}

/** One node of each kind that is in use: what an autoscaler could add. */
function newNodes({ nodes }: Cluster): Candidate[] {
  const kinds = new Map<string, string>()
  for (let row = 0; row < nodes.count; row++) {
    if (nodes.unschedulable[row] === 1) continue
    const kind = [nodes.cpuMilli[row], nodes.memoryBytes[row], nodes.taintSetId[row]].join()
    if (!kinds.has(kind)) kinds.set(kind, nodes.names[row] ?? '')
  }
  return [...kinds.values()]
    .slice(0, NEW_NODE_KINDS_MAX)
    .map((like) => ({ changes: [{ op: 'addNode', like }], nodes: 0 }))
}

function* tryAll(
  trials: ChangeTrials,
  candidates: readonly Candidate[],
): Generator<readonly TriedChanges[], void, void> {
  const ofPod = candidates.filter(({ changes }) => changes.every(isPodChange))
  const ofCluster = candidates.filter(({ changes }) => !changes.every(isPodChange))
  for (let from = 0; from < Math.min(ofPod.length, POD_TRIES_MAX); from += PODS_AT_ONCE) {
    const some = ofPod.slice(from, Math.min(from + PODS_AT_ONCE, POD_TRIES_MAX))
    yield trials.tryPods(some.map(({ changes }) => changes))
  }
  for (const { changes } of ofCluster.slice(0, CLUSTER_TRIES_MAX)) {
    const tried = trials.tryCluster(changes)
    yield tried === null ? [] : [tried]
  }
}

/** A few of each kind: fewest changes first, then those that leave the most nodes. */
function choose(helping: readonly TriedChanges[]): TriedChanges[] {
  const seen = new Map<string, number>()
  return [...helping]
    .sort(
      (a, b) =>
        a.changes.length - b.changes.length ||
        orderOf(a.changes) - orderOf(b.changes) ||
        reduction(a.changes) - reduction(b.changes) ||
        b.feasibleNodes - a.feasibleNodes,
    )
    .filter(({ changes }) => {
      const kind = changes.map(({ op }) => op).join()
      const count = (seen.get(kind) ?? 0) + 1
      seen.set(kind, count)
      return count <= (kind === 'lowerRequest' ? 1 : HELP_OF_ONE_KIND_MAX)
    })
    .slice(0, HELP_MAX)
}

/** From what the pod's owner can do at once to what costs others something. */
const ORDER: readonly Change['op'][] = [
  'removeSchedulingGates',
  'lowerRequest',
  'addToleration',
  'uncordon',
  'removeNodeSelector',
  'relaxNodeAffinity',
  'relaxSpread',
  'relaxPodAffinity',
  'relaxPodAntiAffinity',
  'removeHostPort',
  'tolerateDeviceTaint',
  'lowerDeviceCount',
  'dropDeviceConstraint',
  'dropDeviceSelectors',
  'label',
  'untaint',
  'createClaim',
  'addNode',
  'deletePod',
  'freeClaim',
]

function orderOf(changes: readonly Change[]): number {
  return changes.reduce((sum, { op }) => sum + ORDER.indexOf(op), 0)
}

/** How much of its request the pod would give up, as a share. */
function reduction(changes: readonly Change[]): number {
  return changes.reduce((sum, change) => {
    if (change.op !== 'lowerRequest') return sum
    return sum + 1 - milliOf(change.to) / Math.max(1, milliOf(change.from))
  }, 0)
}

/** Pods of a node that could leave, the least important first, then the smallest. */
export function podsOn(cluster: Cluster): CandidateSource['podsOn'] {
  return (node) => {
    const row = cluster.nodes.rowOf.get(node) ?? -1
    return [...(cluster.pods.onNode[row] ?? [])]
      .sort(
        (a, b) =>
          a.signature.priority - b.signature.priority ||
          amountOf(a.signature.taken, CPU) - amountOf(b.signature.taken, CPU),
      )
      .map(({ signature, name }) => ({
        namespace: signature.namespace,
        name,
        requestMilli: (resource) =>
          amountOf(signature.taken, resource) * (resource === CPU ? 1 : 1000),
      }))
  }
}
