import { Fields, isObject, type ReadContext } from '../../snapshot/json/fields.ts'
import type { Issues, JsonPath } from '../../snapshot/json/json-path.ts'
import { textAt } from '../../snapshot/json/raw-object.ts'
import type { SnapshotSink } from '../../snapshot/json/snapshot-reader.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { QuantityCache } from '../../snapshot/resources/quantity.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { type ControlledPod, keyOf, readControlledPod } from '../cluster/controlled-pod.ts'
import type { DrainedPod } from './drained-pod.ts'
import { type EvictionBudget, readEvictionBudget } from './eviction-budgets.ts'

interface PodFacts {
  readonly facts: ControlledPod
  readonly hasEmptyDir: boolean
}

/** Reads of a snapshot what decides whether pods of some nodes may be evicted. */
export class DrainFacts implements SnapshotSink {
  readonly budgets: EvictionBudget[] = []
  /** Pods that have ended, by node: kubectl deletes them, and nobody misses them. */
  readonly finished: Map<string, number> = new Map()
  private readonly wants: (node: string) => boolean
  private readonly context: ReadContext
  private readonly pods = new Map<string, PodFacts>()

  constructor(wants: (node: string) => boolean, issues: Issues) {
    this.wants = wants
    this.context = { issues, quantities: new QuantityCache() }
  }

  markGiven(): void {}

  add(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    if (!isObject(value)) return // who reads the cluster tells of it
    if (kind === 'podDisruptionBudgets') {
      this.budgets.push(readEvictionBudget(new Fields(value, path, this.context)))
    }
    if (kind === 'pods' && this.wants(textAt(value, 'spec', 'nodeName'))) {
      this.addPod(new Fields(value, path, this.context))
    }
  }

  of(pod: Pod): DrainedPod | null {
    const known = this.pods.get(keyOf({ namespace: pod.signature.namespace, name: pod.name }))
    return known === undefined ? null : { pod, ...known }
  }

  private addPod(pod: Fields): void {
    // Nothing is timed here, so any start will do.
    const facts = readControlledPod(pod, 0)
    const { phase, nodeName } = facts
    if (phase === 'Succeeded' || phase === 'Failed') {
      this.finished.set(nodeName, (this.finished.get(nodeName) ?? 0) + 1)
      return
    }
    const volumes = pod.objectOrEmpty('spec').objects('volumes')
    const hasEmptyDir = volumes.some((volume) => volume.has('emptyDir'))
    this.pods.set(keyOf(facts), { facts, hasEmptyDir })
  }
}
