import type { Cluster } from '../../../snapshot/cluster.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { normalizeByMax } from '../../framework/normalize.ts'
import { type PreScoreResult, scoring } from '../../framework/plugin.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import type { DeviceFilter } from './device-filter.ts'
import type { PodDevices } from './pod-devices.ts'

export interface DeviceScoreRules {
  /** Claims that have their devices already count in the score, rather than fail it. */
  readonly scoresAllocated: boolean
}

/** PreScore, once the filter found devices. */
export function prepareDeviceScore(
  cluster: Cluster,
  filter: DeviceFilter | undefined,
  rules: DeviceScoreRules,
): PreScoreResult {
  if (filter === undefined || filter.devices.allocation === null) {
    return scoring(StaticScorer.indifferent(cluster.nodes.count))
  }
  const message = scoreFailure(filter.devices, rules)
  if (message !== null) return { kind: 'error', at: 'Score', message }
  return scoring(new DeviceScorer(filter.scores))
}

/** A slip of a release that takes some claims for others. */
export function scoreFailure(
  { allocation, allocated, claims }: PodDevices,
  { scoresAllocated }: DeviceScoreRules,
): string | null {
  if (allocation === null || allocated.length === 0 || scoresAllocated) return null
  const found = claims.own.length - allocated.length
  return `number of allocations ${found} is smaller than number of claims`
}

/** Scores nodes by the alternatives that were found on them. */
class DeviceScorer extends StaticScorer {
  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    normalizeByMax(nodes, raw, score)
  }
}
