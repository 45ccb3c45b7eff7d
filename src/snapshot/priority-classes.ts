import type { Fields } from './fields.ts'
import type { PodClass } from './pod-class.ts'

interface PriorityClass {
  readonly name: string
  readonly value: number
  readonly preemptionPolicy: string
}

/** They exist in every cluster. */
const SYSTEM_CLASSES: readonly PriorityClass[] = [
  { name: 'system-cluster-critical', value: 2_000_000_000, preemptionPolicy: '' },
  { name: 'system-node-critical', value: 2_000_001_000, preemptionPolicy: '' },
]

/** Gives pods without a priority of their own that of their class, as admission would have. */
export class PriorityClasses {
  private readonly byName = new Map(SYSTEM_CLASSES.map((one) => [one.name, one]))
  private globalDefault: PriorityClass | null = null

  add(object: Fields): void {
    const priorityClass = {
      name: object.object('metadata')?.string('name') ?? '',
      value: object.integer('value') ?? 0,
      preemptionPolicy: object.string('preemptionPolicy') ?? '',
    }
    this.byName.set(priorityClass.name, priorityClass)
    // Of several global defaults admission takes the lowest.
    const isLower = this.globalDefault === null || priorityClass.value < this.globalDefault.value
    if (object.boolean('globalDefault') && isLower) this.globalDefault = priorityClass
  }

  resolve(pod: PodClass): void {
    if (pod.hasOwnPriority) return
    const named = pod.priorityClassName
    const found = named === '' ? this.globalDefault : (this.byName.get(named) ?? null)
    if (found === null) return
    pod.priority = found.value
    pod.priorityFrom = found.name
    if (pod.preemptionPolicy === '') pod.preemptionPolicy = found.preemptionPolicy
  }
}
