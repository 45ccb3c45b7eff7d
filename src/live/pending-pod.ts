import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { textAt } from '../snapshot/json/raw-object.ts'

/** No scheduler is shown a pod that has run to its end. */
export function hasFinished(pod: JsonObject): boolean {
  const phase = textAt(pod, 'status', 'phase')
  return phase === 'Succeeded' || phase === 'Failed'
}

/** What is written of a pod's attempts asks for nothing else than before. */
export function isSameRequest(a: JsonObject, b: JsonObject): boolean {
  const requestOf = ({ spec, metadata, status }: JsonObject) =>
    JSON.stringify([
      spec,
      isObject(metadata) ? [metadata['labels'], metadata['uid']] : null,
      isObject(status) ? status['resourceClaimStatuses'] : null,
    ])
  return requestOf(a) === requestOf(b)
}

export function priorityOf({ spec }: JsonObject): number {
  const priority = isObject(spec) ? spec['priority'] : 0
  return typeof priority === 'number' ? priority : 0
}

export function schedulerNameOf(pod: JsonObject): string {
  return textAt(pod, 'spec', 'schedulerName')
}
