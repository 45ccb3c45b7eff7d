import {
  editColumns,
  type NodeColumns,
  type NodeEdits,
  noNodes,
  rowsByPlace,
} from './node-columns.ts'
import type { ImagePresence } from './node-images.ts'
import type { LabelColumn } from './node-labels.ts'
import type { NodeCondition, NodeRecord } from './read-node.ts'
import type { Taint } from './taint.ts'

/** Nodes once some were added, changed or removed. */
export interface EditedNodes {
  readonly nodes: Nodes
  /** By new row: the row that the node had, -1 for one that came; null: every node kept its row. */
  readonly rowBefore: Int32Array | null
}

/** What never changes of nodes: one row a node, in the scheduler's node order. Edits make other Nodes. */
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

  private readonly columns: NodeColumns
  private rowAt: Int32Array | null = null

  private constructor(columns: NodeColumns) {
    this.columns = columns
    this.count = columns.count
    this.names = columns.names
    this.rowOf = columns.rowOf
    this.unschedulable = columns.unschedulable
    this.podsMax = columns.podsMax
    this.cpuMilli = columns.cpuMilli
    this.memoryBytes = columns.memoryBytes
    this.ephemeralStorageBytes = columns.ephemeralStorageBytes
    this.taintSets = columns.taintSets.sets
    this.taintSetId = columns.taintSetId
    this.classicZoneKeys = columns.classicZoneKeys
    this.conditions = columns.conditions
    this.declaredFeatures = columns.declaredFeatures
    this.preferAvoidPods = columns.preferAvoidPods
  }

  /** `betaZones`: only the failure-domain labels make zones, as in the classic releases. */
  static of(records: readonly NodeRecord[], betaZones = false): Nodes {
    const edits = new Map(records.map((record) => [record.name, record]))
    return new Nodes(editColumns(noNodes(betaZones), edits).columns)
  }

  edited(edits: NodeEdits): EditedNodes {
    const { columns, rowBefore } = editColumns(this.columns, edits)
    return { nodes: new Nodes(columns), rowBefore }
  }

  /** A label's value on one node, undefined when absent. For many nodes use `labelColumn`. */
  label(node: number, key: string): string | undefined {
    return this.columns.labels.value(node, key)
  }

  labelColumn(key: string): LabelColumn {
    return this.columns.labels.column(key)
  }

  /** Allocatable of one scalar resource by node, `absent` where a node does not name it. */
  scalarColumn(name: string, absent = 0): Float64Array {
    return Float64Array.from(this.columns.scalars, (record) => record.get(name) ?? absent)
  }

  /** Where an image is; undefined: on no node. */
  image(name: string): ImagePresence | undefined {
    this.rowAt ??= rowsByPlace(this.columns.placeOf)
    return this.columns.images.presence(name, this.rowAt)
  }
}
