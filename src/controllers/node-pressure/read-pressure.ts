import { Fields, isObject, type ReadContext } from '../../snapshot/json/fields.ts'
import type { Issues, JsonPath } from '../../snapshot/json/json-path.ts'
import { textAt } from '../../snapshot/json/raw-object.ts'
import type { SnapshotSink } from '../../snapshot/json/snapshot-reader.ts'
import { QuantityCache } from '../../snapshot/resources/quantity.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { PressureInput } from './judge-pressure.ts'
import { type PressuredPod, readPressuredPod } from './pressured-pod.ts'
import type { FileSystems, SignalName } from './signals.ts'
import { readSummary } from './summary.ts'
import { DEFAULT_EVICTION_HARD, readThresholds, type Threshold, withDerived } from './thresholds.ts'

/** A node to be judged, as the wire has it. */
export interface WirePressure {
  readonly node: string
  readonly summary: unknown
  readonly signal?: SignalName | undefined
  readonly evictionHard?: { readonly [signal: string]: string } | undefined
  readonly evictionSoft?: { readonly [signal: string]: string } | undefined
  readonly evictionMaxPodGracePeriod: number
  readonly fileSystems: FileSystems
}

/** Collects the pods that run on the nodes in question, and reads what is said of these nodes. */
export class PressureReader implements SnapshotSink {
  private readonly context: ReadContext
  private readonly wanted: readonly WirePressure[]
  private readonly podsByNode: ReadonlyMap<string, PressuredPod[]>

  constructor(wanted: readonly WirePressure[], issues: Issues) {
    this.context = { issues, quantities: new QuantityCache() }
    this.wanted = wanted
    this.podsByNode = new Map(wanted.map(({ node }) => [node, []]))
  }

  markGiven(): void {}

  add(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    if (kind !== 'pods' || !isObject(value)) return
    const pods = this.podsByNode.get(textAt(value, 'spec', 'nodeName'))
    const phase = textAt(value, 'status', 'phase')
    // The kubelet looks at pods in which something still runs.
    if (pods === undefined || phase === 'Succeeded' || phase === 'Failed') return
    pods.push(readPressuredPod(new Fields(value, path, this.context)))
  }

  finish(path: JsonPath): PressureInput[] {
    return this.wanted.flatMap((wanted, index) => this.readOne(wanted, path.at(index)))
  }

  private readOne(wanted: WirePressure, path: JsonPath): PressureInput[] {
    const { node, summary, fileSystems } = wanted
    if (!isObject(summary)) return []
    const given = wanted.evictionHard
    const hard = given === undefined ? DEFAULT_EVICTION_HARD : new Map(Object.entries(given))
    const soft = new Map(Object.entries(wanted.evictionSoft ?? {}))
    const thresholds = [
      ...this.thresholds(hard, 'hard', path.at('evictionHard')),
      ...this.thresholds(soft, 'soft', path.at('evictionSoft')),
    ]
    return [
      {
        node,
        pods: this.podsByNode.get(node) ?? [],
        summary: readSummary(new Fields(summary, path.at('summary'), this.context)),
        thresholds: withDerived(thresholds, fileSystems),
        fileSystems,
        signal: wanted.signal ?? null,
        maxPodGracePeriodSeconds: wanted.evictionMaxPodGracePeriod,
      },
    ]
  }

  private thresholds(
    given: ReadonlyMap<string, string>,
    kind: Threshold['kind'],
    path: JsonPath,
  ): readonly Threshold[] {
    const read = readThresholds(given, kind)
    if (read.ok) return read.value
    const { signal, message } = read.error
    this.context.issues.add(path.at(signal), 'not-a-request', message)
    return []
  }
}
