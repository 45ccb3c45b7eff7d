import type { ClusterEditor } from '../../snapshot/edits/cluster-editor.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { ROOT } from '../../snapshot/json/json-path.ts'
import { nameOf, namespaceOf } from '../../snapshot/json/raw-object.ts'
import type { ObjectKey } from '../../snapshot/patch.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'

/** One object as it is from here on. */
export interface MirrorEdit {
  readonly kind: SnapshotResource
  readonly object: JsonObject
  readonly isGone: boolean
}

/**
 * Edits of a mirror's cluster. Pods and nodes are edited at once, on the columns; of other kinds each
 * edit makes an index anew, so that these are held until somebody looks.
 */
export class MirrorEdits {
  private readonly editor: ClusterEditor
  private readonly held = new Map<string, MirrorEdit>()

  constructor(editor: ClusterEditor) {
    this.editor = editor
  }

  add(edit: MirrorEdit): void {
    const { kind, object } = edit
    if (kind === 'pods' || kind === 'nodes') this.applyOne(edit)
    else this.held.set(`${kind} ${namespaceOf(object)}/${nameOf(object)}`, edit)
  }

  /** The cluster has all that was told. */
  flush(): void {
    if (this.held.size === 0) return
    const edits = [...this.held.values()]
    this.held.clear()
    if (this.apply(edits)) return
    for (const edit of edits) this.applyOne(edit)
  }

  /** An object that cannot be read counts as absent: one bad object must not stop all others. */
  private applyOne(edit: MirrorEdit): void {
    if (!this.apply([edit])) this.apply([{ ...edit, isGone: true }])
  }

  private apply(edits: readonly MirrorEdit[]): boolean {
    const put: { [kind in SnapshotResource]?: JsonObject[] } = {}
    const remove: ObjectKey[] = []
    for (const { kind, object, isGone } of edits) {
      if (isGone) remove.push(keyFor(kind, object))
      else {
        put[kind] ??= []
        put[kind].push(object)
      }
    }
    return this.editor.apply({ path: ROOT, put, remove }).ok
  }
}

function keyFor(kind: SnapshotResource, object: JsonObject): ObjectKey {
  return {
    kind: SNAPSHOT_RESOURCES[kind],
    namespace: namespaceOf(object),
    name: nameOf(object),
  }
}
