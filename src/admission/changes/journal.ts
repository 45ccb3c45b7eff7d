import type { Pod } from '../types/types.ts'
import { type JsonValue, writeStruct } from '../types/write.ts'
import { difference, type PatchOperation } from './difference.ts'

/** Who changes a pod on its way in; the names of plugins are Kubernetes' own. */
export type Changer =
  | 'decoding'
  | 'defaulting'
  | 'request'
  | 'LimitRanger'
  | 'ServiceAccount'
  | 'Priority'
  | 'DefaultTolerationSeconds'
  | 'RuntimeClass'
  | 'PodTopologyLabels'
  | 'storage'

export interface Mutation extends PatchOperation {
  readonly by: Changer
  readonly reason: string
}

/** Why a place of the pod was changed, as told by whoever changed it. */
export class Reasons {
  private readonly byPlace = new Map<string, string>()
  /** By place: the first part of it that was told of. */
  private readonly firstPart = new Map<string, string>()

  /** The last word on a place counts. */
  tell(pointer: string, reason: string): void {
    if (!this.byPlace.has(pointer)) this.noteAsPart(pointer)
    this.byPlace.set(pointer, reason)
  }

  /** A place that has a part already has told those that it is itself a part of. */
  private noteAsPart(pointer: string): void {
    for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const whole = pointer.slice(0, end)
      if (this.firstPart.has(whole)) return
      this.firstPart.set(whole, pointer)
    }
  }

  /** The reason for a change: of the place itself, of what it is a part of, or of a part of it. */
  for(pointer: string): string | undefined {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const reason = this.byPlace.get(pointer.slice(0, end))
      if (reason !== undefined) return reason
    }
    const part = this.firstPart.get(pointer)
    return part === undefined ? undefined : this.byPlace.get(part)
  }
}

/**
 * Everything that happens to a pod on its way in, as patches: applied one after another to what was
 * sent they give what is stored.
 */
export class Journal {
  readonly mutations: Mutation[] = []
  private written: JsonValue

  constructor(sent: JsonValue) {
    this.written = sent
  }

  /** Lists what changed since the last entry. */
  enter(pod: Pod, by: Changer, reasons: Reasons, otherwise: string): void {
    this.enterPod(pod, by, (path) => reasons.for(path) ?? otherwise)
  }

  enterPod(
    pod: Pod,
    by: Changer,
    reasonOf: (path: string, operation: PatchOperation) => string,
  ): void {
    const now = writeStruct('Pod', pod)
    for (const operation of difference(this.written, now)) {
      this.mutations.push({ ...operation, by, reason: reasonOf(operation.path, operation) })
    }
    this.written = now
  }
}
