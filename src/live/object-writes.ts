import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { textAt } from '../snapshot/json/raw-object.ts'
import type { ApiServer } from './api-server.ts'
import { messageOf } from './pod-writes.ts'

const MERGE = 'application/merge-patch+json'

/** The API server did not take a change. */
export class Refused extends Error {}

/** Changes of objects besides pods: taken only while the object is as it was seen. */
export class ObjectWrites {
  private readonly api: ApiServer

  constructor(api: ApiServer) {
    this.api = api
  }

  /** The object as it is then; a patch leaves alone what later releases may add to it. */
  async patch(path: string, seen: JsonObject, change: JsonObject): Promise<JsonObject> {
    const { metadata, ...rest } = change
    const uid = textAt(seen, 'metadata', 'uid')
    const resourceVersion = textAt(seen, 'metadata', 'resourceVersion')
    const patch = {
      ...rest,
      metadata: { ...(isObject(metadata) && metadata), uid, resourceVersion },
    }
    const { status, body } = await this.api.send('PATCH', path, patch, MERGE)
    if (status < 300 && isObject(body)) return body
    throw new Refused(`${path} was refused with ${status}: ${messageOf(body)}`)
  }
}

/** Versions grow; those of one kind can be compared. */
export function versionNumber(object: JsonObject): bigint {
  const text = textAt(object, 'metadata', 'resourceVersion')
  return /^\d+$/.test(text) ? BigInt(text) : 0n
}
