import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { namespacedKey } from '../../snapshot/json/raw-object.ts'
import { SnapshotReader, type SnapshotSink } from '../../snapshot/json/snapshot-reader.ts'

/** Nodes and claims of a snapshot as they were given, found once asked for. What is wrong with it is for others to say. */
export class NodesAndClaims {
  private readonly snapshot: unknown
  private found: { readonly nodes: JsonObject[]; readonly claims: Set<string> } | null = null

  constructor(snapshot: unknown) {
    this.snapshot = snapshot
  }

  get nodes(): readonly JsonObject[] {
    return this.find().nodes
  }

  /** A PersistentVolumeClaim, by namespace/name. */
  hasClaim(key: string): boolean {
    return this.find().claims.has(key)
  }

  private find() {
    if (this.found !== null) return this.found
    const nodes: JsonObject[] = []
    const claims = new Set<string>()
    const sink: SnapshotSink = {
      markGiven: () => {},
      add: (kind, value) => {
        if (kind === 'nodes' && isObject(value)) nodes.push(value)
        if (kind === 'persistentVolumeClaims') claims.add(namespacedKey(value))
      },
    }
    new SnapshotReader(sink, new Issues(), Number.POSITIVE_INFINITY).read(this.snapshot, ROOT)
    this.found = { nodes, claims }
    return this.found
  }
}
