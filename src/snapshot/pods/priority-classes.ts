import type { Fields } from '../json/fields.ts'
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

/** Gives pods without a priority of their own that of their class, as admission would have. */
export class PriorityClasses {
  private readonly byName = new Map(SYSTEM_CLASSES.map((one) => [one.name, one]))
  private globalDefault: PriorityClass | null = null

  add(object: Fields, source: PriorityClassSource): void {
    const priorityClass = {
      name: object.object('metadata')?.string('name') ?? '',
      value: object.int32('value') ?? 0,
      source,
      preemptionPolicy: object.string('preemptionPolicy') ?? '',
    }
    const known = this.byName.get(priorityClass.name)
    if (known?.source !== 'snapshot' || source === 'snapshot') {
      this.byName.set(priorityClass.name, priorityClass)
    }
    if (object.boolean('globalDefault') && this.isBetterDefault(priorityClass)) {
      this.globalDefault = priorityClass
    }
  }

  /** Of several global defaults admission takes the lowest. */
  private isBetterDefault({ value, source }: PriorityClass): boolean {
    const current = this.globalDefault
    if (current === null) return true
    return current.source === source ? value < current.value : source === 'snapshot'
  }

  /** Of a class that nobody knows the priority stays 0. */
  resolve(pod: PodSignature, seen: ClassesSeen): 'known' | 'missing' | 'unseen' {
    if (pod.hasOwnPriority) return 'known'
    const named = pod.priorityClassName
    const found = named === '' ? this.globalDefault : (this.byName.get(named) ?? null)
    if (found === null) {
      if (seen.isWhole && named === '') return 'known'
      if (seen.isWhole && seen.isListed) return 'missing'
      pod.isPriorityUnseen = true
      return 'unseen'
    }
    pod.priority = found.value
    pod.priorityFrom = found
    if (pod.preemptionPolicy === '') pod.preemptionPolicy = found.preemptionPolicy
    return 'known'
  }
}
