import { err, ok, type Result } from '../../result.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { ARRAY_OF_KIND, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { get, type KubectlOptions, READ_RESOURCES, servedResources } from './kubectl.ts'
import { slimObject } from './slim-object.ts'

export interface TakenSnapshot {
  /** By kind, for each kind that is asked for. */
  readonly objects: ReadonlyMap<SnapshotResource, readonly JsonObject[]>
  /** Kinds that the server does not have. */
  readonly missing: readonly string[]
}

/** Asks a live cluster for all that scheduling reads. */
export async function takeSnapshot(
  options: KubectlOptions,
): Promise<Result<TakenSnapshot, readonly string[]>> {
  const served = await servedResources(options)
  if (!served.ok) return served
  const there = [...READ_RESOURCES].filter(([, resource]) => served.value.has(resource))
  const printed = await get(
    there.map(([, resource]) => resource),
    options,
  )
  if (!printed.ok) return printed
  const list: unknown = JSON.parse(new TextDecoder().decode(printed.value))
  const items = isObject(list) && Array.isArray(list['items']) ? list['items'] : null
  if (items === null) return err(['kubectl printed no List'])
  // A kind without objects is an empty array: it was asked for, and there are none. So it is with a
  // kind that the server does not have: its scheduler sees none either.
  const objects = new Map(
    [...READ_RESOURCES].map(([name]): [SnapshotResource, JsonObject[]] => [name, []]),
  )
  for (const item of items.filter(isObject)) {
    const name = ARRAY_OF_KIND.get(String(item['kind']))
    if (name !== undefined) objects.get(name)?.push(slimObject(item))
  }
  const missing = [...READ_RESOURCES.values()].filter((resource) => !served.value.has(resource))
  return ok({ objects, missing })
}
