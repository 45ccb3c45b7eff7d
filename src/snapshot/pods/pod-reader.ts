import { type Defaulted, withPodDefaults } from '../defaulting.ts'
import { ColumnNames } from '../json/column-names.ts'
import { Fields, type JsonObject, type ReadContext } from '../json/fields.ts'
import type { JsonPath } from '../json/json-path.ts'
import type { Accounting } from '../resources/pod-resources.ts'
import { membershipOf } from '../workloads/pod-groups.ts'
import type { Pod } from './pod.ts'
import { PodSignatures } from './pod-signatures.ts'
import type { ScannedPod } from './scanned-pod.ts'

export interface PodReadOptions {
  readonly accounting: Accounting
  readonly defaulting: boolean
}

/** A pod to decide, with what defaulting changed in it. */
export interface PodToDecide {
  readonly pod: Pod
  /** spec.nodeName as given; such a pod is already assigned. */
  readonly nodeName: string
  /** In phase Succeeded or Failed. */
  readonly isFinished: boolean
  readonly defaulted: readonly Defaulted[]
}

/** Pods to decide come before all others in the order of appearance, and are counted from here. */
export const FIRST_TO_DECIDE: number = -(2 ** 31)

export function isToDecide({ index }: Pod): boolean {
  return index < 0
}

/** Reads pods one at a time; like pods share a signature. */
export class PodReader {
  readonly signatures: PodSignatures
  private readonly defaulting: boolean
  private columnNames = new ColumnNames()

  constructor(options: PodReadOptions) {
    this.signatures = new PodSignatures(options)
    this.defaulting = options.defaulting
  }

  /** As the API server would have it. `index`: its place in the order of appearance. */
  toDecide(
    given: JsonObject,
    index: number,
    path: JsonPath,
    context: ReadContext,
  ): { readonly fields: Fields; readonly toDecide: PodToDecide } {
    const { pod: object, defaulted } = this.defaulting
      ? withPodDefaults(given)
      : { pod: given, defaulted: [] }
    const fields = new Fields(object, path, context)
    const pod = this.pod(fields, index)
    this.columnNames.addResources(pod.signature, fields)
    const nodeName = nodeNameOf(fields)
    return { fields, toDecide: { pod, nodeName, isFinished: hasFinished(fields), defaulted } }
  }

  pod(fields: Fields, index: number): Pod {
    const signature = this.signatures.of(fields.value, fields)
    this.columnNames.addTopologyKeys(signature, fields)
    const metadata = fields.object('metadata')
    const status = fields.object('status')
    const { podGroup, workloadRef } = membershipOf(fields)
    return {
      signature,
      name: metadata?.string('name') ?? '',
      uid: metadata?.string('uid') ?? '',
      node: -1,
      nominatedNodeName: status?.string('nominatedNodeName') ?? '',
      podGroup,
      workloadRef,
      startTimeMs: status?.timeMs('startTime') ?? null,
      deletionTimeMs: metadata?.timeMs('deletionTimestamp') ?? null,
      index,
    }
  }

  /** The same for a pod that nobody parses again while others like it are known. */
  scanned(
    scanned: ScannedPod,
    podGroup: string,
    index: number,
    place: { readonly path: JsonPath; readonly context: ReadContext },
  ): Pod {
    const { name, uid, startTimeMs, template } = scanned
    const { nominatedNodeName, deletionTimeMs } = template
    const signature = this.signatures.ofScanned(scanned, place.path, place.context)
    this.columnNames.addTopologyKeys(signature, place)
    return {
      signature,
      name,
      uid,
      node: -1,
      nominatedNodeName,
      podGroup,
      workloadRef: null,
      startTimeMs,
      deletionTimeMs,
      index,
    }
  }

  /** What was read until now; the function that comes back forgets what was read since, as if it had not been. */
  savepoint(): () => void {
    const { columnNames, signatures } = this
    const count = signatures.all.length
    this.columnNames = columnNames.copy()
    return () => {
      this.columnNames = columnNames
      signatures.forgetFrom(count)
    }
  }
}

export function nodeNameOf(pod: Fields): string {
  return pod.object('spec')?.string('nodeName') ?? ''
}

export function hasFinished(pod: Fields): boolean {
  return isFinal(pod.object('status')?.string('phase') ?? '')
}

export function isFinal(phase: string): boolean {
  return phase === 'Succeeded' || phase === 'Failed'
}
