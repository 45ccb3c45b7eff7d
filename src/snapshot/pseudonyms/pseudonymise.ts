import type { JsonObject } from '../json/fields.ts'
import type { SnapshotResource } from '../snapshot-resources.ts'
import { renameObject } from './rename-object.ts'
import { type PseudonymWords, wordsOf } from './words.ts'

export type ObjectsByKind = ReadonlyMap<SnapshotResource, readonly JsonObject[]>

/** Objects under other names, which the words learn; whoever schedules them comes to the same decisions. */
export function pseudonymise(
  objects: ObjectsByKind,
  words: PseudonymWords,
): Map<SnapshotResource, JsonObject[]> {
  const found = new Set<string>()
  renameAll(objects, (text) => {
    for (const word of wordsOf(text)) found.add(word)
    return text
  })
  words.addAll(found)
  return renameAll(objects, (text) => words.hide(text))
}

function renameAll(
  objects: ObjectsByKind,
  rename: (text: string) => string,
): Map<SnapshotResource, JsonObject[]> {
  return new Map(
    [...objects].map(([kind, list]) => [kind, list.map((one) => renameObject(kind, one, rename))]),
  )
}
