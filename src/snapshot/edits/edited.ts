import type { Fields } from '../json/fields.ts'
import type { ObjectEdit, ObjectName } from '../workloads/read-workload.ts'

/** A list after edits: a replaced item keeps its place, new ones come last; the list given stays as it is. */
export function editedList<Item>(
  items: readonly Item[],
  edits: readonly ObjectEdit[],
  isMeant: (item: Item, edit: ObjectName) => boolean,
  read: (object: Fields) => Item,
): Item[] {
  const copy = [...items]
  for (const edit of edits) {
    const at = copy.findIndex((item) => isMeant(item, edit))
    const edited = edit.object === null ? [] : [read(edit.object)]
    copy.splice(at < 0 ? copy.length : at, at < 0 ? 0 : 1, ...edited)
  }
  return copy
}

/** The same for what goes by a key; the map given changes. */
export function editMap<Item>(
  items: Map<string, Item>,
  edits: readonly ObjectEdit[],
  keyOf: (edit: ObjectName) => string,
  read: (object: Fields) => Item,
): void {
  for (const edit of edits) {
    if (edit.object === null) items.delete(keyOf(edit))
    else items.set(keyOf(edit), read(edit.object))
  }
}

export function hasName(item: { readonly name: string }, edit: ObjectName): boolean {
  return item.name === edit.name
}

export function isNamespaced(item: ObjectName, edit: ObjectName): boolean {
  return item.name === edit.name && item.namespace === edit.namespace
}
