import type { DecisionRequest } from '../../../schemas/decisions/decision-request.ts'
import type { ExtenderResult } from '../../../schemas/decisions/extender-results.ts'
import { err, ok, type Result } from '../../result.ts'
import type { ExtenderReplies } from '../../scheduler/extenders/extender-replies.ts'
import { namedResources, RecordedReplies } from '../../scheduler/extenders/recorded-replies.ts'
import type { ProfileSet } from '../../scheduler/framework/profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import { nameOf, namespacedKey, objectOf } from '../../snapshot/json/raw-object.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { SnapshotObjects } from '../../snapshot/snapshot-objects.ts'
import { CalledReplies, type ExtenderCalling, type SentObjects } from './call-extenders.ts'

/** What decides beside the answers of extenders, and how these may be got. */
export interface Asks {
  readonly scheduler: { readonly profiles: ProfileSet }
  readonly cluster: Cluster
  readonly pods: AskedPods
  readonly calling: ExtenderCalling | null
}

/** The pods of a request as they were sent, and as they were read. */
interface AskedPods {
  readonly objects: readonly unknown[]
  readonly read: readonly PodToDecide[]
}

/** Groups are decided without extenders, and a request that brings answers needs no others. */
export function mayCall({ extenderResults, options, groups }: DecisionRequest): boolean {
  return extenderResults === undefined && !options.gangs && groups === undefined
}

/** Who knows what the extenders of the configuration answer; null: nobody, or there are none. */
export function readExtenderReplies(
  request: DecisionRequest,
  { scheduler, cluster, pods, calling }: Asks,
): Result<ExtenderReplies | null, readonly Issue[]> {
  const { extenderResults, options, groups } = request
  const known = new Set<string>()
  for (const { extenders } of scheduler.profiles.values()) {
    for (const { urlPrefix } of extenders) known.add(urlPrefix)
  }
  if (extenderResults === undefined) {
    if (calling === null || known.size === 0) return ok(null)
    const sent = new SentWithRequest(request.snapshot, pods)
    return ok(new CalledReplies(calling, cluster, interestsOf(pods), sent))
  }
  if (options.gangs || groups !== undefined) {
    return err([issue('', 'groups of pods are decided without extenders')])
  }
  const issues = unknownExtenders(extenderResults, known)
  if (issues.length > 0) return err(issues)
  return ok(new RecordedReplies(extenderResults, interestsOf(pods), cluster.nodes.names))
}

function unknownExtenders(
  results: readonly ExtenderResult[],
  known: ReadonlySet<string>,
): readonly Issue[] {
  return results.flatMap(({ extender }, index) =>
    known.has(extender)
      ? []
      : [issue(`/${index}/extender`, 'the configuration has no extender with this urlPrefix')],
  )
}

function interestsOf({ objects, read }: AskedPods): Map<Pod, ReadonlySet<string>> {
  return new Map(
    read.map(({ pod }, index) => {
      const sent = objectOf(objects[index])
      return [pod, isObject(sent) ? namedResources(sent) : new Set<string>()]
    }),
  )
}

function issue(place: string, message: string): Issue {
  return { pointer: `/extenderResults${place}`, code: 'not-a-request', message }
}

/** Looked through when the first call needs it. */
class SentWithRequest implements SentObjects {
  private readonly snapshot: unknown
  private readonly pods: AskedPods
  private byKey: { nodes: Map<string, unknown>; pods: Map<string, unknown> } | null = null

  constructor(snapshot: unknown, pods: AskedPods) {
    this.snapshot = snapshot
    this.pods = pods
  }

  pod(pod: Pod): JsonObject | null {
    const index = this.pods.read.findIndex((one) => one.pod === pod)
    const sent =
      index >= 0
        ? this.pods.objects[index]
        : this.objects().pods.get(`${pod.signature.namespace}/${pod.name}`)
    return sentObject(sent, pod)
  }

  node(name: string): JsonObject | null {
    const sent = objectOf(this.objects().nodes.get(name))
    return isObject(sent) ? sent : null
  }

  private objects() {
    if (this.byKey === null) {
      const { nodes = [], pods = [] } = SnapshotObjects.of(this.snapshot).toArrays()
      this.byKey = {
        nodes: new Map(nodes.map((node) => [nameOf(node), node])),
        pods: new Map(pods.map((pod) => [namespacedKey(pod), pod])),
      }
    }
    return this.byKey
  }
}

/** With the namespace that the API server would have given it. */
function sentObject(sent: unknown, { signature }: Pod): JsonObject | null {
  const object = objectOf(sent)
  if (!isObject(object)) return null
  const metadata = isObject(object['metadata']) ? object['metadata'] : {}
  return { ...object, metadata: { ...metadata, namespace: signature.namespace } }
}
