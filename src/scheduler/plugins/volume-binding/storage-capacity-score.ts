import type { PersistentVolume } from '../../../snapshot/storage/persistent-volume.ts'
import type { PersistentVolumeClaim } from '../../../snapshot/storage/persistent-volume-claim.ts'
import type { NodeList } from '../../framework/node-list.ts'
import type { NodeScorer } from '../../framework/plugin.ts'
import { type ShapePoint, scoreLine } from '../node-resources/scoring-strategy.ts'
import type { VolumePlan } from './volume-plan.ts'

/** Free storage is good: the less of it a claim takes up, the better (apis/config/v1/defaults.go). */
const DEFAULT_SHAPE: readonly ShapePoint[] = [
  { utilization: 0, score: 10 },
  { utilization: 100, score: 0 },
]

interface Use {
  requestedBytes: number
  capacityBytes: number
}

/** Scores nodes by how much of the storage that they would give a pod's claims the claims take up. */
export class StorageCapacityScorer implements NodeScorer {
  readonly dependsOn = 'static'
  private readonly plan: VolumePlan
  private readonly scoreAt: (utilization: number) => number

  constructor(plan: VolumePlan, shape: readonly ShapePoint[] | null) {
    this.plan = plan
    this.scoreAt = scoreLine(shape ?? DEFAULT_SHAPE)
  }

  score(nodes: NodeList, raw: Float64Array): void {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      raw[node] = this.mean(usesOn(this.plan, node))
    }
  }

  /** All classes weigh the same; math.Round of a score that is never negative. */
  private mean(uses: ReadonlyMap<string, Use>): number {
    let sum = 0
    for (const use of uses.values()) sum += this.scoreAt(utilizationOf(use))
    return uses.size === 0 ? 0 : Math.round(sum / uses.size)
  }
}

/** By class. Where any volume is bound, what is provisioned beside it does not count. */
function usesOn(plan: VolumePlan, node: number): Map<string, Use> {
  const uses = new Map<string, Use>()
  const volumes = plan.volumesOn(node)
  for (const { claim, volume } of volumes) addBound(uses, claim, volume)
  if (volumes.length > 0) return uses
  for (const { claim, capacity } of plan.provisionsOn(node)) {
    if (capacity === null) continue
    const use = useOf(uses, claim.className)
    // The same storage serves all claims of the class. (Where it has no capacity, or the claim names
    // its class by annotation only, upstream falls over a null pointer.)
    use.capacityBytes = capacity.capacityBytes ?? 0
    use.requestedBytes += claim.requestBytes
  }
  return uses
}

function addBound(
  uses: Map<string, Use>,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): void {
  const use = useOf(uses, volume.fieldClassName)
  use.requestedBytes += claim.requestBytes
  use.capacityBytes += volume.capacityBytes
}

function useOf(uses: Map<string, Use>, className: string): Use {
  const known = uses.get(className)
  if (known !== undefined) return known
  const use = { requestedBytes: 0, capacityBytes: 0 }
  uses.set(className, use)
  return use
}

function utilizationOf({ requestedBytes, capacityBytes }: Use): number {
  if (capacityBytes === 0 || requestedBytes > capacityBytes) return 100
  const hundredfold = requestedBytes * 100
  if (Number.isSafeInteger(hundredfold)) return Math.trunc(hundredfold / capacityBytes)
  // Beyond 90 PB upstream's product leaves int64, and wraps.
  return Number(BigInt.asIntN(64, BigInt(requestedBytes) * 100n) / BigInt(capacityBytes))
}
