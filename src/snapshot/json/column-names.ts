import type { PodSignature } from '../pods/pod-signature.ts'
import type { Issues, JsonPath } from './json-path.ts'

/**
 * Names that become columns over all nodes, of each sort. Clusters know some dozens; a request that
 * names a hundred thousand would take gigabytes.
 */
export const COLUMN_NAMES_MAX = 256

/** Counts the distinct names in the pods of a request, and refuses too many. */
export class ColumnNames {
  private readonly issues: Issues
  private readonly resources = new Set<string>()
  private readonly topologyKeys = new Set<string>()
  /** Classes below this id were counted. */
  private classCount = 0

  constructor(issues: Issues) {
    this.issues = issues
  }

  /** Resources become columns only when a pod to decide asks for them. */
  addResources(pod: PodSignature, path: JsonPath): void {
    this.add(this.resources, pod.request.scalars.keys(), 'resources', path)
  }

  addTopologyKeys(pod: PodSignature, path: JsonPath): void {
    if (pod.id < this.classCount) return
    this.classCount = pod.id + 1
    this.add(this.topologyKeys, topologyKeysOf(pod), 'topology keys', path)
  }

  private add(known: Set<string>, names: Iterable<string>, what: string, path: JsonPath): void {
    const wasTooMany = known.size > COLUMN_NAMES_MAX
    for (const name of names) known.add(name)
    if (wasTooMany || known.size <= COLUMN_NAMES_MAX) return
    const message = `the pods of a request name more than ${COLUMN_NAMES_MAX} different ${what}`
    this.issues.add(path, 'too-many', message)
  }
}

function* topologyKeysOf(pod: PodSignature): Generator<string, void, void> {
  for (const { required, preferred } of [pod.podAffinity, pod.podAntiAffinity]) {
    for (const { topologyKey } of required) yield topologyKey
    for (const { term } of preferred) yield term.topologyKey
  }
  for (const { topologyKey } of pod.spreadConstraints) yield topologyKey
}
