import { editedList } from '../edits/edited.ts'
import type { Fields } from '../json/fields.ts'
import type { ObjectEdit, ObjectName } from '../workloads/read-workload.ts'
import type { PodSignature, PriorityClassSource, ResolvedPriority } from './pod-signature.ts'

interface PriorityClass extends ResolvedPriority {
  readonly preemptionPolicy: string
}

/** Which classes there could be beside those that were added. */
export interface ClassesSeen {
  /** Whoever told of some told of all. */
  readonly isWhole: boolean
  /** Somebody told of some, or that there are none. */
  readonly isListed: boolean
}

/** They exist in every cluster. */
const SYSTEM_CLASSES: readonly PriorityClass[] = [
  system('system-cluster-critical', 2_000_000_000),
  system('system-node-critical', 2_000_001_000),
]

function system(name: string, value: number): PriorityClass {
  return { name, value, source: 'system', preemptionPolicy: '' }
}

interface Given {
  readonly priorityClass: PriorityClass
  readonly isGlobalDefault: boolean
}

/** Gives pods without a priority of their own that of their class, as admission would have. */
export class PriorityClasses {
  seen: ClassesSeen = { isWhole: true, isListed: true }
  private readonly given: Given[] = []
  private readonly byName = new Map(SYSTEM_CLASSES.map((one) => [one.name, one]))
  private globalDefault: PriorityClass | null = null

  add(object: Fields, source: PriorityClassSource): void {
    this.put(readGiven(object, source))
  }

  /** The classes once some of the snapshot are as given, or gone; these here stay as they are. */
  edited(edits: readonly ObjectEdit[]): PriorityClasses {
    const isMeant = ({ priorityClass: { name, source } }: Given, edit: ObjectName) =>
      source === 'snapshot' && name === edit.name
    const copy = new PriorityClasses()
    copy.seen = this.seen
    const given = editedList(this.given, edits, isMeant, (object) => readGiven(object, 'snapshot'))
    for (const one of given) copy.put(one)
    return copy
  }

  private put(given: Given): void {
    const { priorityClass, isGlobalDefault } = given
    this.given.push(given)
    const known = this.byName.get(priorityClass.name)
    if (known?.source !== 'snapshot' || priorityClass.source === 'snapshot') {
      this.byName.set(priorityClass.name, priorityClass)
    }
    if (isGlobalDefault && this.isBetterDefault(priorityClass)) {
      this.globalDefault = priorityClass
    }
  }

  /** Of several global defaults admission takes the lowest. */
  private isBetterDefault({ value, source }: PriorityClass): boolean {
    const current = this.globalDefault
    if (current === null) return true
    return current.source === source ? value < current.value : source === 'snapshot'
  }

  /** Of a class that nobody knows the priority is 0; where classes were not seen, it is not known. */
  resolve(pod: PodSignature): void {
    if (pod.hasOwnPriority) return
    const named = pod.priorityClassName
    const found = named === '' ? this.globalDefault : (this.byName.get(named) ?? null)
    const { isWhole, isListed } = this.seen
    const isMissing = isWhole && (named === '' || isListed)
    pod.isPriorityUnseen = found === null && !isMissing
    pod.priority = found?.value ?? 0
    pod.priorityFrom = found
    pod.preemptionPolicy = pod.ownPreemptionPolicy || (found?.preemptionPolicy ?? '')
  }

  /** No class may have been missed. */
  get areAllSeen(): boolean {
    return this.seen.isWhole && this.seen.isListed
  }
}

function readGiven(object: Fields, source: PriorityClassSource): Given {
  const priorityClass = {
    name: object.object('metadata')?.string('name') ?? '',
    value: object.int32('value') ?? 0,
    source,
    preemptionPolicy: object.string('preemptionPolicy') ?? '',
  }
  return { priorityClass, isGlobalDefault: object.boolean('globalDefault') ?? false }
}
