import { isObject, type JsonObject } from '../json/fields.ts'

/** Whether any volume of the pod is mounted with `bindMountOptions`, on the raw spec: mounts are many. */
export function hasBindMountOptions(spec: JsonObject): boolean {
  return ['containers', 'initContainers', 'ephemeralContainers'].some((field) =>
    objectsIn(spec[field]).some(({ volumeMounts }) => objectsIn(volumeMounts).some(hasOptions)),
  )
}

function objectsIn(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}

function hasOptions({ bindMountOptions }: JsonObject): boolean {
  return Array.isArray(bindMountOptions) && bindMountOptions.length > 0
}
