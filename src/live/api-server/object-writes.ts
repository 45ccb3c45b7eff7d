import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { textAt } from '../../snapshot/json/raw-object.ts'
import { type ApiAnswer, type ApiServer, MERGE, STRATEGIC_MERGE } from './api-server.ts'
import { messageOf, type PodName } from './pod-writes.ts'

/** Of conflicts with others that write to the object (retry.DefaultRetry). */
const ATTEMPTS_MAX = 5
const CONFLICT = 409
const NOT_FOUND = 404

/** The API server did not take a change. */
class Refused extends Error {
  readonly status: number

  constructor(path: string, { status, body }: ApiAnswer) {
    super(`${path} was refused with ${status}: ${messageOf(body)}`)
    this.status = status
  }
}

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
    return objectOf(path, await this.api.send('PATCH', path, patch, MERGE))
  }

  /** The object as it was made. */
  async create(path: string, object: JsonObject): Promise<JsonObject> {
    return objectOf(path, await this.api.send('POST', path, object))
  }

  /** Just this object; one that is gone counts as deleted. */
  async delete(path: string, object: JsonObject): Promise<void> {
    const preconditions = { uid: textAt(object, 'metadata', 'uid') }
    const options = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions }
    const answer = await this.api.send('DELETE', path, options)
    if (answer.status !== NOT_FOUND) objectOf(path, answer)
  }

  /** `write` of the object as it was seen; where somebody else wrote to it, of the object as it is by then. */
  async untilTaken(
    path: string,
    seen: JsonObject,
    write: (latest: JsonObject) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    let latest = seen
    for (let attempt = 1; ; attempt++) {
      try {
        return await write(latest)
      } catch (error) {
        const isConflict = error instanceof Refused && error.status === CONFLICT
        if (!isConflict || attempt === ATTEMPTS_MAX) throw error
        latest = objectOf(path, await this.api.send('GET', path))
      }
    }
  }

  /** Takes a pod from those that a claim is reserved for, whatever else was written of the claim. */
  async unreserve(path: string, claim: JsonObject, { uid }: PodName): Promise<void> {
    const patch = {
      metadata: { uid: textAt(claim, 'metadata', 'uid') },
      status: { reservedFor: [{ $patch: 'delete', uid }] },
    }
    objectOf(path, await this.api.send('PATCH', `${path}/status`, patch, STRATEGIC_MERGE))
  }
}

function objectOf(path: string, answer: ApiAnswer): JsonObject {
  if (answer.status < 300 && isObject(answer.body)) return answer.body
  throw new Refused(path, answer)
}

/** Versions grow; those of one kind can be compared. */
export function versionNumber(object: JsonObject): bigint {
  const text = textAt(object, 'metadata', 'resourceVersion')
  return /^\d+$/.test(text) ? BigInt(text) : 0n
}
