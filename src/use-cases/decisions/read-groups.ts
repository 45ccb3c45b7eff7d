import type { DecisionRequest } from '../../../schemas/decisions/decision-request.ts'
import { err, ok, type Result } from '../../result.ts'
import type { Gang } from '../../scheduler/gang/search/gang.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { type Issue, Issues, type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import { nameOf, namespaceOrDefault, objectOf, textAt } from '../../snapshot/json/raw-object.ts'
import { SnapshotReader, type SnapshotSink } from '../../snapshot/json/snapshot-reader.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'

interface GivenGroup {
  readonly name: string
  readonly minMember: number
  /** namespace/name; null: those that name the group. */
  readonly pods: readonly string[] | null
  readonly running: number
}

/** By which labels and annotations of earlier gang schedulers pods name their group. */
const GROUP_LABELS = ['scheduling.x-k8s.io/pod-group', 'pod-group.scheduling.sigs.k8s.io']
const GROUP_ANNOTATION = 'scheduling.k8s.io/group-name'

/** The groups of a request with their members; null: none were given. */
export function readGroups(
  { groups, snapshot, options, feedback }: DecisionRequest,
  objects: readonly unknown[],
  pods: readonly PodToDecide[],
): Result<readonly Gang[] | null, readonly Issue[]> {
  if (groups === undefined) return ok(null)
  const issues = new Issues()
  const place = ROOT.at('groups')
  if (options.gangs) issues.add(place, 'not-a-request', 'not with options.gangs')
  if (feedback !== undefined) issues.add(place, 'not-a-request', 'not with "feedback"')
  const byKey = new Map(pods.map(({ pod }) => [`${pod.signature.namespace}/${pod.name}`, pod]))
  const byGroup = membersByGroup(objects, byKey)
  const running = countRunning(snapshot, byKey)
  const taken = new Set<Pod>()
  const names = new Set<string>()
  const gangs = groups.map((value, index) => {
    const at = place.at(index)
    const given = readGroup(value as JsonObject, at, issues) // the schema has seen an object
    if (names.has(given.name)) issues.add(at, 'duplicate-object', `${given.name} is given twice`)
    names.add(given.name)
    const members =
      given.pods === null
        ? (byGroup.get(given.name) ?? [])
        : namedMembers(given.pods, byKey, at.at('pods'), issues)
    for (const pod of members) {
      if (taken.has(pod)) {
        const message = `pod ${pod.signature.namespace}/${pod.name} is in two groups`
        issues.add(at, 'duplicate-object', message)
      }
      taken.add(pod)
    }
    const { name, minMember } = given
    return { name, minMember, members, running: given.running + (running.get(name) ?? 0) }
  })
  return issues.any ? err(issues.list) : ok(gangs)
}

function readGroup(value: JsonObject, at: JsonPath, issues: Issues): GivenGroup {
  if (value['kind'] !== 'PodGroup') {
    const { name, minMember, pods, running } = value as unknown as GivenGroup // as the schema says
    const keys = (pods ?? []).map((key) => (key.includes('/') ? key : `default/${key}`))
    return { name, minMember, pods: keys, running }
  }
  const name = nameOf(value)
  if (name === '')
    issues.add(at.at('metadata').at('name'), 'not-a-request', 'the group has no name')
  const spec = memberOf(value, 'spec')
  const gang = memberOf(memberOf(spec, 'schedulingPolicy'), 'gang')
  const minMember = memberOf(gang, 'minCount') ?? memberOf(spec, 'minMember') ?? 1
  if (typeof minMember !== 'number' || !Number.isInteger(minMember) || minMember < 1) {
    issues.add(at.at('spec'), 'not-a-request', 'its minimum is a whole number of at least 1')
  }
  const key = `${namespaceOrDefault(value)}/${name}`
  return { name: key, minMember: Number(minMember), pods: null, running: 0 }
}

function namedMembers(
  keys: readonly string[],
  byKey: ReadonlyMap<string, Pod>,
  at: JsonPath,
  issues: Issues,
): Pod[] {
  return keys.flatMap((key, index) => {
    const pod = byKey.get(key)
    if (pod !== undefined) return [pod]
    issues.add(at.at(index), 'not-a-request', `the request decides no pod ${key}`)
    return []
  })
}

function membersByGroup(
  objects: readonly unknown[],
  byKey: ReadonlyMap<string, Pod>,
): Map<string, Pod[]> {
  const members = new Map<string, Pod[]>()
  for (const object of objects) {
    const pod = byKey.get(`${namespaceOrDefault(object)}/${nameOf(object)}`)
    const group = groupOf(object)
    if (pod === undefined || group === null || textAt(object, 'spec', 'nodeName') !== '') continue
    const known = members.get(group)
    if (known === undefined) members.set(group, [pod])
    else known.push(pod)
  }
  return members
}

/** By group, pods of the snapshot that have a node and have not ended. */
function countRunning(snapshot: unknown, decided: ReadonlyMap<string, Pod>): Map<string, number> {
  const counts = new Map<string, number>()
  const sink: SnapshotSink = {
    markGiven: () => {},
    add: (kind, value) => {
      if (kind !== 'pods' || textAt(value, 'spec', 'nodeName') === '') return
      const phase = textAt(value, 'status', 'phase')
      if (phase === 'Succeeded' || phase === 'Failed') return
      if (decided.has(`${namespaceOrDefault(value)}/${nameOf(value)}`)) return
      const group = groupOf(value)
      if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1)
    },
  }
  // What is wrong with it was told when the cluster was read.
  new SnapshotReader(sink, new Issues(), Number.POSITIVE_INFINITY).read(snapshot, ROOT)
  return counts
}

/** namespace/name of the group that a pod names, in any of the ways there are. */
function groupOf(value: unknown): string | null {
  const pod = objectOf(value)
  const metadata = memberOf(pod, 'metadata')
  const labels = memberOf(metadata, 'labels')
  const names = [
    memberOf(memberOf(memberOf(pod, 'spec'), 'schedulingGroup'), 'podGroupName'),
    ...GROUP_LABELS.map((label) => memberOf(labels, label)),
    memberOf(memberOf(metadata, 'annotations'), GROUP_ANNOTATION),
  ]
  const name = names.find((one) => typeof one === 'string' && one !== '')
  return name === undefined ? null : `${namespaceOrDefault(value)}/${name}`
}

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
