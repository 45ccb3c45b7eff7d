import { matchNodeSelectorTerm, type NodeMatch } from '../nodes/node-match.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { NodesByLabel } from '../nodes/nodes-by-label.ts'
import type { LabelRequirement } from '../selectors/label-selector.ts'
import { isLabelKey, isLabelValue } from '../selectors/label-syntax.ts'
import type { NodeRequirement } from '../selectors/node-requirement.ts'
import type { NodeSelector, NodeSelectorTerm } from '../selectors/node-selector.ts'
import { handleOfVolume, pluginOf } from './csi-migration.ts'
import { migratedAffinity } from './migrated-affinity.ts'
import type { PersistentVolume } from './persistent-volume.ts'
import type { StorageCapacity, StorageClass } from './storage-objects.ts'

/** Where a bound volume can be used. `error`: why nodes that leave it to CSI cannot be judged. */
export interface BoundReach {
  readonly match: NodeMatch
  readonly error: string | null
  /** One byte a node: 1 where the error strikes; null without one. */
  readonly failing: NodeMatch | null
}

/** Whether a node leaves the volumes of an in-tree plugin to its CSI driver. */
export type MigratesTo = (node: string, plugin: string) => boolean

/** Which nodes reach which storage, each answer found once a request. */
export class VolumeTopology {
  readonly nodes: Nodes
  private readonly nodesByLabel: NodesByLabel
  /** Rows, not columns: a local volume is reached from one node, and there is one for every node. */
  private readonly rowsByAffinity = new Map<string, Int32Array>()
  private readonly rowsByVolume = new Map<PersistentVolume, Int32Array>()
  private readonly byClass = new Map<StorageClass, NodeMatch>()
  private readonly byCapacity = new Map<StorageCapacity, NodeMatch>()

  constructor(nodes: Nodes) {
    this.nodes = nodes
    this.nodesByLabel = new NodesByLabel(nodes)
  }

  /** Rows of the nodes that the volume's own node affinity allows. */
  rowsOf(volume: PersistentVolume): Int32Array {
    const known = this.rowsByVolume.get(volume)
    if (known !== undefined) return known
    const key = JSON.stringify(volume.requiredAffinity)
    const rows = this.rowsByAffinity.get(key) ?? this.rowsMeeting(volume.requiredAffinity)
    this.rowsByAffinity.set(key, rows)
    this.rowsByVolume.set(volume, rows)
    return rows
  }

  private rowsMeeting(affinity: NodeSelector | null): Int32Array {
    const [term, ...others] = affinity ?? []
    const isSimple = others.length === 0 && term?.fields.length === 0 && term.malformed === null
    const named = isSimple ? this.nodesByLabel.meeting(term) : null
    return named === null ? rowsIn(this.affinityMatch(affinity)) : Int32Array.from(named)
  }

  /** The same for a volume in use: nodes that leave it to a CSI driver see that driver's topology. */
  ofBound(volume: PersistentVolume, migratesTo: MigratesTo): BoundReach {
    const match = this.affinityMatch(volume.requiredAffinity)
    const { source } = volume
    if (source === null || source.kind === 'csi' || !pluginOf(source).migrates) {
      return { match, error: null, failing: null }
    }
    const plugin = pluginOf(source)
    const migrated = Uint8Array.from(this.nodes.names, (node) =>
      Number(migratesTo(node, plugin.name)),
    )
    const handle = handleOfVolume(source, volume.labels)
    if (!handle.ok) return { match, error: handle.error, failing: migrated }
    if (plugin.topologyKey === null) return { match, error: null, failing: null }
    const there = this.affinityMatch(migratedAffinity(volume, plugin.topologyKey))
    const either = match.map((one, node) => (migrated[node] === 1 ? there[node] : one))
    return { match: either, error: null, failing: null }
  }

  /** Nodes where a class lets volumes be provisioned (helper.MatchTopologySelectorTerms). */
  ofClass(storageClass: StorageClass): NodeMatch {
    const known = this.byClass.get(storageClass)
    if (known !== undefined) return known
    const { allowedTopologies } = storageClass
    const match = new Uint8Array(this.nodes.count)
    if (allowedTopologies.length === 0) match.fill(1)
    for (const term of allowedTopologies) {
      if (term.length > 0 && term.every(isWellFormed)) join(match, this.labelsMatch(term))
    }
    this.byClass.set(storageClass, match)
    return match
  }

  ofCapacity(capacity: StorageCapacity): NodeMatch {
    const known = this.byCapacity.get(capacity)
    if (known !== undefined) return known
    const match = this.labelsMatch(capacity.topology)
    this.byCapacity.set(capacity, match)
    return match
  }

  private labelsMatch(selector: readonly NodeRequirement[] | null): NodeMatch {
    if (selector === null) return new Uint8Array(this.nodes.count)
    if (selector.length === 0) return new Uint8Array(this.nodes.count).fill(1)
    const term = { expressions: selector, fields: [], malformed: null }
    return matchNodeSelectorTerm(term, this.nodes)
  }

  private affinityMatch(affinity: NodeSelector | null): NodeMatch {
    const match = new Uint8Array(this.nodes.count)
    if (affinity === null) match.fill(1)
    else for (const term of affinity) join(match, this.termMatch(term))
    return match
  }

  /** Volumes are matched against labels alone: conditions on a node's fields are not looked at. */
  private termMatch(term: NodeSelectorTerm): NodeMatch {
    if (term.fields.length === 0) return matchNodeSelectorTerm(term, this.nodes)
    return this.labelsMatch(term.malformed === null ? term.expressions : null)
  }
}

function rowsIn(match: NodeMatch): Int32Array {
  const rows: number[] = []
  for (let node = 0; node < match.length; node++) if (match[node] === 1) rows.push(node)
  return Int32Array.from(rows)
}

function join(match: NodeMatch, other: NodeMatch): void {
  for (let node = 0; node < match.length; node++) match[node] |= other[node]
}

function isWellFormed({ key, values }: LabelRequirement): boolean {
  return isLabelKey(key) && values.length > 0 && values.every(isLabelValue)
}
