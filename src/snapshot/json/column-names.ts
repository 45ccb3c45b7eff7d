import type { PodSignature } from '../pods/pod-signature.ts'
import type { ReadContext } from './fields.ts'
import type { JsonPath } from './json-path.ts'

/**
 * Names that become columns over all nodes, of each sort. Clusters know some dozens; a request that
 * names a hundred thousand would take gigabytes.
 */
export const COLUMN_NAMES_MAX = 256

/** Where a name was met, for who is told of too many. */
interface Place {
  readonly path: JsonPath
  readonly context: ReadContext
}

/** Counts the distinct names in the pods of a request, and refuses too many. */
export class ColumnNames {
  private readonly resources: Set<string>
  private readonly topologyKeys: Set<string>
  /** Signatures below this id were counted. */
  private signatureCount: number

  constructor(like: ColumnNames | null = null) {
    this.resources = new Set(like?.resources)
    this.topologyKeys = new Set(like?.topologyKeys)
    this.signatureCount = like?.signatureCount ?? 0
  }

  copy(): ColumnNames {
    return new ColumnNames(this)
  }

  /** Resources become columns only when a pod to decide asks for them. */
  addResources(pod: PodSignature, place: Place): void {
    add(this.resources, pod.request.scalars.keys(), 'resources', place)
  }

  addTopologyKeys(pod: PodSignature, place: Place): void {
    if (pod.id < this.signatureCount) return
    this.signatureCount = pod.id + 1
    add(this.topologyKeys, topologyKeysOf(pod), 'topology keys', place)
  }
}

function add(known: Set<string>, names: Iterable<string>, what: string, place: Place): void {
  const wasTooMany = known.size > COLUMN_NAMES_MAX
  for (const name of names) known.add(name)
  if (wasTooMany || known.size <= COLUMN_NAMES_MAX) return
  const message = `the pods of a request name more than ${COLUMN_NAMES_MAX} different ${what}`
  place.context.issues.add(place.path, 'too-many', message)
}

function* topologyKeysOf(pod: PodSignature): Generator<string, void, void> {
  for (const { required, preferred } of [pod.podAffinity, pod.podAntiAffinity]) {
    for (const { topologyKey } of required) yield topologyKey
    for (const { term } of preferred) yield term.topologyKey
  }
  for (const { topologyKey } of pod.spreadConstraints) yield topologyKey
}
