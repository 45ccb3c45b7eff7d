import { NodeImages } from './node-images.ts'
import { NodeLabels } from './node-labels.ts'
import { roundRobinOrder, zoneKey } from './node-order.ts'
import type { NodeCondition, NodeImage, NodeRecord } from './read-node.ts'
import { RowSource } from './row-source.ts'
import { TaintSets } from './taint-sets.ts'

/** By name: the node as it is from here on, or null where it is gone. */
export type NodeEdits = ReadonlyMap<string, NodeRecord | null>

/** All that is kept of nodes, one row a node, in the scheduler's node order. */
export interface NodeColumns {
  /** Only the failure-domain labels make zones, as in the classic releases. */
  readonly betaZones: boolean
  readonly count: number
  readonly names: readonly string[]
  readonly rowOf: ReadonlyMap<string, number>
  /** The order in which nodes were given; a node keeps its place when others go. */
  readonly placeOf: Int32Array
  readonly zoneKeys: readonly string[]
  readonly unschedulable: Uint8Array
  readonly podsMax: Float64Array
  readonly cpuMilli: Float64Array
  readonly memoryBytes: Float64Array
  readonly ephemeralStorageBytes: Float64Array
  readonly scalars: readonly ReadonlyMap<string, number>[]
  readonly taintSets: TaintSets
  readonly taintSetId: Int32Array
  /** By the failure-domain labels alone. */
  readonly classicZoneKeys: readonly string[]
  readonly conditions: readonly (readonly NodeCondition[])[]
  readonly declaredFeatures: readonly (readonly string[])[]
  readonly preferAvoidPods: readonly (string | null)[]
  readonly labels: NodeLabels
  readonly images: NodeImages
}

export function noNodes(betaZones: boolean): NodeColumns {
  return {
    betaZones,
    count: 0,
    names: [],
    rowOf: new Map(),
    placeOf: new Int32Array(0),
    zoneKeys: [],
    unschedulable: new Uint8Array(0),
    podsMax: new Float64Array(0),
    cpuMilli: new Float64Array(0),
    memoryBytes: new Float64Array(0),
    ephemeralStorageBytes: new Float64Array(0),
    scalars: [],
    taintSets: TaintSets.none(),
    taintSetId: new Int32Array(0),
    classicZoneKeys: [],
    conditions: [],
    declaredFeatures: [],
    preferAvoidPods: [],
    labels: NodeLabels.none(),
    images: NodeImages.none(),
  }
}

export interface EditedColumns {
  readonly columns: NodeColumns
  /** By new row: the row that the node had, -1 for one that came; null: every node kept its row. */
  readonly rowBefore: Int32Array | null
}

/** The columns once nodes are as they are given; those here stay as they are, and share what is the same. */
export function editColumns(columns: NodeColumns, edits: NodeEdits): EditedColumns {
  const { rows, placeOf, zoneKeys, isMoved } = arrange(columns, edits)
  const taintSets = columns.taintSets.with([...rows.records.values()].map(({ taints }) => taints))
  const next: NodeColumns = {
    ...columns,
    zoneKeys,
    unschedulable: rows.bytes(columns.unschedulable, (node) => node.unschedulable),
    podsMax: rows.floats(columns.podsMax, (node) => node.podsMax),
    cpuMilli: rows.floats(columns.cpuMilli, (node) => node.cpuMilli),
    memoryBytes: rows.floats(columns.memoryBytes, (node) => node.memoryBytes),
    ephemeralStorageBytes: rows.floats(
      columns.ephemeralStorageBytes,
      (node) => node.ephemeralStorageBytes,
    ),
    scalars: rows.list(columns.scalars, (node) => node.scalars),
    taintSets,
    taintSetId: rows.integers(columns.taintSetId, ({ taints }) => taintSets.idOf(taints)),
    classicZoneKeys: rows.list(columns.classicZoneKeys, ({ labels }) => zoneKey(labels, true)),
    conditions: rows.list(columns.conditions, (node) => node.conditions),
    declaredFeatures: rows.list(columns.declaredFeatures, (node) => node.declaredFeatures),
    preferAvoidPods: rows.list(columns.preferAvoidPods, (node) => node.preferAvoidPods),
    images: columns.images.edited(imagesByPlace(columns, edits, rows, placeOf)),
  }
  if (!isMoved) {
    const isLabelled = [...rows.records].every(([row, { labels }]) =>
      columns.labels.has(row, labels),
    )
    const labels = isLabelled ? columns.labels : columns.labels.edited(rows)
    return { columns: { ...next, labels }, rowBefore: null }
  }
  const names = rows.list(columns.names, ({ name }) => name)
  const rowOf = new Map(names.map((name, row) => [name, row]))
  const labels = columns.labels.edited(rows)
  const moved = { ...next, count: rows.count, names, rowOf, placeOf, labels }
  return { columns: moved, rowBefore: rows.before }
}

interface Arrangement {
  readonly rows: RowSource
  readonly placeOf: Int32Array
  readonly zoneKeys: readonly string[]
  readonly isMoved: boolean
}

/**
 * Nodes in the order given, then in that of the scheduler. One that is replaced keeps its place, new
 * ones come last.
 */
function arrange(columns: NodeColumns, edits: NodeEdits): Arrangement {
  return whereTheyAre(columns, edits) ?? inNewRows(columns, edits)
}

/** Nodes that are all there, each in the zone where it was, keep their rows. */
function whereTheyAre(columns: NodeColumns, edits: NodeEdits): Arrangement | null {
  const records = new Map<number, NodeRecord>()
  for (const [name, record] of edits) {
    const row = columns.rowOf.get(name)
    if (row === undefined || record === null) return null
    if (zoneKey(record.labels, columns.betaZones) !== columns.zoneKeys[row]) return null
    records.set(row, record)
  }
  const { placeOf, zoneKeys, names } = columns
  const rows = new RowSource(Int32Array.from(names.keys()), records)
  return { rows, placeOf, zoneKeys, isMoved: false }
}

function inNewRows(columns: NodeColumns, edits: NodeEdits): Arrangement {
  const given: { place: number; row: number; zone: string; record: NodeRecord | undefined }[] = []
  const rowAt = rowsByPlace(columns.placeOf)
  for (let place = 0; place < rowAt.length; place++) {
    const row = rowAt[place]
    const record = row < 0 ? null : edits.get(columns.names[row])
    if (record === null) continue
    const zone =
      record === undefined ? columns.zoneKeys[row] : zoneKey(record.labels, columns.betaZones)
    given.push({ place, row, zone, record })
  }
  let place = rowAt.length
  for (const [name, record] of edits) {
    if (record === null || columns.rowOf.has(name)) continue
    const zone = zoneKey(record.labels, columns.betaZones)
    given.push({ place: place++, row: -1, zone, record })
  }
  const records = new Map<number, NodeRecord>()
  const order = roundRobinOrder(given.map(({ zone }) => zone)).map((index) => given[index])
  for (const [row, { record }] of order.entries()) {
    if (record !== undefined) records.set(row, record)
  }
  const before = Int32Array.from(order, ({ row }) => row)
  return {
    rows: new RowSource(before, records),
    placeOf: Int32Array.from(order, (one) => one.place),
    zoneKeys: order.map(({ zone }) => zone),
    isMoved: order.length !== columns.count || before.some((from, row) => from !== row),
  }
}

/** By place: the row, -1 where a node is gone. */
export function rowsByPlace(placeOf: Int32Array): Int32Array {
  const rowAt = new Int32Array(placeOf.reduce((highest, place) => Math.max(highest, place), -1) + 1)
  rowAt.fill(-1)
  for (let row = 0; row < placeOf.length; row++) rowAt[placeOf[row]] = row
  return rowAt
}

/** What is new of images: of nodes that came or changed, and none of those that are gone. */
function imagesByPlace(
  columns: NodeColumns,
  edits: NodeEdits,
  rows: RowSource,
  placeOf: Int32Array,
): Map<number, readonly NodeImage[]> {
  const images = new Map<number, readonly NodeImage[]>()
  for (const [row, record] of rows.records) images.set(placeOf[row], record.images)
  for (const [name, record] of edits) {
    const row = columns.rowOf.get(name)
    if (record === null && row !== undefined) images.set(columns.placeOf[row], [])
  }
  return new Map([...images].sort(([a], [b]) => a - b))
}
