import { type LabelColumn, NodeLabels } from './node-labels.ts'
import { roundRobinOrder, zoneKey } from './node-order.ts'
import type { NodeCondition, NodeRecord } from './read-node.ts'
import type { Taint } from './taint.ts'

export interface ImagePresence {
  /** Size that the first node reported; upstream keeps one record per image name. */
  readonly sizeBytes: number
  readonly nodes: readonly number[]
  /** By position in `nodes`: the size that this node reported last. */
  readonly ownSizeBytes: readonly number[]
}

/** What never changes during a request: one row a node, in the scheduler's node order. */
export class Nodes {
  readonly count: number
  readonly names: readonly string[]
  readonly rowOf: ReadonlyMap<string, number>
  readonly unschedulable: Uint8Array
  readonly podsMax: Float64Array
  readonly cpuMilli: Float64Array
  readonly memoryBytes: Float64Array
  readonly ephemeralStorageBytes: Float64Array
  /** Distinct taint sets, and which one each node has; set 0 is empty. */
  readonly taintSets: readonly (readonly Taint[])[]
  readonly taintSetId: Int32Array
  /** By the failure-domain labels alone. */
  readonly classicZoneKeys: readonly string[]
  readonly conditions: readonly (readonly NodeCondition[])[]
  readonly declaredFeatures: readonly (readonly string[])[]
  readonly preferAvoidPods: readonly (string | null)[]
  readonly images: ReadonlyMap<string, ImagePresence>

  private readonly labels: NodeLabels
  private readonly scalarRecords: readonly ReadonlyMap<string, number>[]

  /** `betaZones`: only the failure-domain labels make zones, as in the classic releases. */
  constructor(records: readonly NodeRecord[], betaZones = false) {
    const order = roundRobinOrder(records.map((record) => zoneKey(record.labels, betaZones)))
    // roundRobinOrder is a permutation of the records' indexes.
    const rows = order.map((index) => records[index] as NodeRecord)
    this.count = rows.length
    this.names = rows.map((row) => row.name)
    this.rowOf = new Map(this.names.map((name, node) => [name, node]))
    this.unschedulable = Uint8Array.from(rows, (row) => Number(row.unschedulable))
    this.podsMax = Float64Array.from(rows, (row) => row.podsMax)
    this.cpuMilli = Float64Array.from(rows, (row) => row.cpuMilli)
    this.memoryBytes = Float64Array.from(rows, (row) => row.memoryBytes)
    this.ephemeralStorageBytes = Float64Array.from(rows, (row) => row.ephemeralStorageBytes)
    this.classicZoneKeys = rows.map((row) => zoneKey(row.labels, true))
    this.conditions = rows.map((row) => row.conditions)
    this.declaredFeatures = rows.map((row) => row.declaredFeatures)
    this.preferAvoidPods = rows.map((row) => row.preferAvoidPods)
    this.scalarRecords = rows.map((row) => row.scalars)
    this.images = collectImages(records, this.rowOf)

    const { sets, ids } = internTaints(rows)
    this.taintSets = sets
    this.taintSetId = ids

    this.labels = new NodeLabels(rows.map((row) => row.labels))
  }

  /** A label's value on one node, undefined when absent. For many nodes use `labelColumn`. */
  label(node: number, key: string): string | undefined {
    return this.labels.value(node, key)
  }

  labelColumn(key: string): LabelColumn {
    return this.labels.column(key)
  }

  /** Allocatable of one scalar resource by node, `absent` where a node does not name it. */
  scalarColumn(name: string, absent = 0): Float64Array {
    return Float64Array.from(this.scalarRecords, (record) => record.get(name) ?? absent)
  }
}

function internTaints(rows: readonly NodeRecord[]): {
  sets: (readonly Taint[])[]
  ids: Int32Array
} {
  const sets: (readonly Taint[])[] = [[]]
  const known = new Map<string, number>([['[]', 0]])
  const ids = Int32Array.from(rows, ({ taints }) => {
    const key = JSON.stringify(taints.map((taint) => [taint.key, taint.value, taint.effect]))
    let id = known.get(key)
    if (id === undefined) {
      id = sets.length
      known.set(key, id)
      sets.push(taints)
    }
    return id
  })
  return { sets, ids }
}

/** In the order in which the nodes were given, which decides whose size of an image counts. */
function collectImages(
  records: readonly NodeRecord[],
  rowOf: ReadonlyMap<string, number>,
): Map<string, ImagePresence> {
  const images = new Map<string, { sizeBytes: number; nodes: number[]; ownSizeBytes: number[] }>()
  for (const record of records) {
    const node = rowOf.get(record.name) ?? 0
    for (const { names, sizeBytes } of record.images) {
      for (const name of names) {
        const presence = images.get(name)
        if (presence === undefined) {
          images.set(name, { sizeBytes, nodes: [node], ownSizeBytes: [sizeBytes] })
        } else if (presence.nodes.at(-1) === node) {
          presence.ownSizeBytes[presence.nodes.length - 1] = sizeBytes
        } else {
          presence.nodes.push(node)
          presence.ownSizeBytes.push(sizeBytes)
        }
      }
    }
  }
  return images
}
