import type { DecisionRequest } from '../../schemas/decision-request.ts'
import { err, ok, type Result } from '../result.ts'
import { namedResources, RecordedReplies } from '../scheduler/extenders/recorded-replies.ts'
import type { ResolvedProfile } from '../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../snapshot/cluster.ts'
import { isObject } from '../snapshot/json/fields.ts'
import type { Issue } from '../snapshot/json/json-path.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import type { PodToDecide } from '../snapshot/pods/pod-reader.ts'

/** The pods of a request as they were sent, and as they were read. */
export interface AskedPods {
  readonly objects: readonly unknown[]
  readonly read: readonly PodToDecide[]
}

/** What the request knows of the extenders' answers; null: nothing, and they are not asked. */
export function readExtenderResults(
  { extenderResults, options, groups }: DecisionRequest,
  { profiles }: ResolvedProfile,
  { nodes }: Cluster,
  pods: AskedPods,
): Result<RecordedReplies | null, readonly Issue[]> {
  if (extenderResults === undefined) return ok(null)
  if (options.gangs || groups !== undefined) {
    return err([issue('', 'groups of pods are decided without extenders')])
  }
  const known = new Set<string>()
  for (const { extenders } of profiles.values()) {
    for (const { urlPrefix } of extenders) known.add(urlPrefix)
  }
  const issues = extenderResults.flatMap(({ extender }, index) =>
    known.has(extender)
      ? []
      : [issue(`/${index}/extender`, 'the configuration has no extender with this urlPrefix')],
  )
  if (issues.length > 0) return err(issues)
  return ok(new RecordedReplies(extenderResults, interestsOf(pods), nodes.names))
}

function interestsOf({ objects, read }: AskedPods): Map<Pod, ReadonlySet<string>> {
  return new Map(
    read.map(({ pod }, index) => {
      const sent = objects[index]
      return [pod, isObject(sent) ? namedResources(sent) : new Set<string>()]
    }),
  )
}

function issue(place: string, message: string): Issue {
  return { pointer: `/extenderResults${place}`, code: 'not-a-request', message }
}
