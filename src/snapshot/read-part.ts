import { isObject, type JsonObject } from './json/fields.ts'
import { projectJson } from './json/scan/rules.ts'
import { ScannedPod } from './pods/scanned-pod.ts'
import { ruleOf } from './read-rules.ts'
import type { SnapshotResource } from './snapshot-resources.ts'

const scanned = new WeakSet<JsonObject>()

/** Says that nothing is in the object but what is read of its kind. */
export function markScanned(object: JsonObject): void {
  scanned.add(object)
}

/**
 * What is read of an object, wherever it came from: of bytes the rest was dropped already. So nobody
 * can read a field that is there in one way of coming and not in the other.
 */
export function readPartOf(resource: SnapshotResource, object: JsonObject): JsonObject {
  if (object instanceof ScannedPod) return object.toObject()
  if (scanned.has(object)) return object
  const part = projectJson(object, ruleOf(resource))
  return isObject(part) ? part : object
}
